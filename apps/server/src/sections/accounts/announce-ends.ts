import type { Language } from "@okaeri/contract/errors";
import { endStage } from "@okaeri/domain/accounts/ends";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { JobHandlers } from "../../jobs/jobs.ts";
import { addAccountMail } from "../auth/account-mails.ts";
import { type ContractEnd, endsAround } from "./ends.read.ts";

type Due = ContractEnd & { stage: NonNullable<ReturnType<typeof endStage>> };
type Receiver = {
  id: number;
  name: string;
  user_email: string;
  language: Language;
  is_provider: boolean;
  /** What a client's administrator looks after: their accounts and those beneath. */
  account_ids: number[];
};

export function endJobs(app: App): Pick<JobHandlers, "announce-ends"> {
  return { "announce-ends": () => announceEnds(app) };
}

/**
 * Announces ends of contracts and options, 30 and 7 days before and once they are over, each once: to the client's administrators and the
 * provider's, one mail for each person with everything new to them. The record and the mail are in one transaction (outbox).
 */
async function announceEnds(app: App): Promise<void> {
  const today = todayOf(app.clock);
  const { due, receivers } = await app.database.asSystem(async (tx) => {
    const ends = await endsAround(tx, today, null);
    const due = ends.flatMap((end): Due[] => {
      const stage = endStage(end.ends_on, today);
      return stage === undefined ? [] : [{ ...end, stage }];
    });
    return {
      due,
      receivers: due.length === 0 ? [] : await receiversOf(tx, [...new Set(due.map((end) => end.company_id))]),
    };
  });
  if (due.length === 0) return;
  const accountIds = [...new Set(due.map((end) => end.account_id))];
  await app.database.inScope({ accountIds }, async (tx) => {
    const fresh = await noteNew(tx, due, app.clock.now());
    for (const { is_provider, account_ids, ...person } of receivers) {
      const concerned = fresh.filter((end) => is_provider || account_ids.includes(end.account_id));
      if (concerned.length === 0) continue;
      const { id, name, user_email: to, language } = person;
      const items = concerned.map(({ account_id, account_name, company_name, subject, ends_on, stage }) => ({
        account_id,
        account_name,
        company_name,
        subject,
        ends_on,
        over: stage === "over",
      }));
      await addAccountMail(app, tx, `person ${id}`, {
        kind: "ends",
        to,
        name,
        language,
        today,
        items,
        to_provider: is_provider,
      });
    }
  });
}

/** Administrators of the clients, each with the accounts they look after, and of the provider. */
function receiversOf(tx: Tx, companyIds: readonly number[]): Promise<Receiver[]> {
  return tx.all<Receiver>`with recursive care (user_id, account_id) as (
      select account_user.user_id, account_user.account_id
      from account_users account_user
      join users person on person.id = account_user.user_id
      where account_user.active_status = 'active' and person.status = 'active' and person.role = 'role_admin'
        and person.company_id = any(${companyIds}::bigint[])
      union
      select c.user_id, account.id
      from care c
      join accounts account on account.parent_id = c.account_id
    )
    select person.id, person.name, person.user_email, person.language, person.role = 'role_vc_admin' as is_provider,
      coalesce((select array_agg(c.account_id) from care c where c.user_id = person.id), '{}') as account_ids
    from users person
    where person.status = 'active' and (person.role = 'role_vc_admin' or person.id in (select user_id from care))
    order by person.id`;
}

/** Writes down what is announced now. @returns what was not before. */
async function noteNew(tx: Tx, due: readonly Due[], now: Date): Promise<Due[]> {
  const noted = await tx.all<Pick<Due, "account_id" | "subject" | "ends_on" | "stage">>`
    insert into end_notices (account_id, subject, ends_on, stage, created_at)
    select n.account_id, n.subject, n.ends_on, n.stage, ${now}
    from unnest(${due.map((end) => end.account_id)}::bigint[], ${due.map((end) => end.subject)}::text[],
      ${due.map((end) => end.ends_on)}::date[], ${due.map((end) => end.stage)}::text[]) n (account_id, subject, ends_on, stage)
    on conflict do nothing
    returning account_id, subject, ends_on, stage`;
  const keyOf = (end: (typeof noted)[number]) => `${end.account_id}/${end.subject}/${end.ends_on}/${end.stage}`;
  const fresh = new Set(noted.map(keyOf));
  return due.filter((end) => fresh.has(keyOf(end)));
}
