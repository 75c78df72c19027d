import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { firstNotNull } from "../../../database/first-not-null.ts";

/** What came back about a mail: the address takes none, took none this time, or whoever reads there complains or wants no more. */
export type Returned = {
  customerId: number;
  /** Where the mail went. */
  address: string;
  kind: "hard" | "soft" | "complaint" | "refusal";
  /** Who said it: the mail server when it was asked, a report by mail, or the provider. */
  source: "send" | "report" | "sendgrid";
  statusCode: string;
  detail: string;
  pushActionId: number | null;
  happenedAt: Date;
};

/** So many mails an address may refuse within so many days before nothing more is sent there; some mailboxes are only full for a day. */
const SOFT_LIMIT = { times: 5, days: 30 };

/**
 * Keeps what came back, and stops mails to addresses that take none or want none, whichever guest has them. A complaint and a refusal are the
 * guest's own word too, in the ledger. What happened before a person lifted a stop, or before the guest agreed anew, stops nothing. Whoever
 * was erased since leaves no trace. The caller sees to it that each comes once.
 */
export async function recordReturns(tx: Tx, accountId: number, returned: readonly Returned[], now: Date) {
  if (returned.length === 0) return;
  const column = <T>(pick: (one: Returned) => T) => returned.map(pick);
  const suppressions = await tx.all<{
    id: number;
  }>`insert into mail_suppressions (account_id, customer_id, address, kind, source, status_code, detail, push_action_id, happened_at)
    select customer.account_id, customer.id, b.address, b.kind, b.source, b.status_code, b.detail, b.push_action_id, b.happened_at
    from unnest(${column((r) => r.customerId)}::bigint[], ${column((r) => r.address.toLowerCase())}::text[],
      ${column((r) => r.kind)}::text[], ${column((r) => r.source)}::text[], ${column((r) => r.statusCode.slice(0, 12))}::text[],
      ${column((r) => r.detail.slice(0, 300))}::text[], ${column((r) => r.pushActionId)}::bigint[],
      ${column((r) => r.happenedAt)}::timestamptz[])
      b (customer_id, address, kind, source, status_code, detail, push_action_id, happened_at)
    join customers customer on customer.account_id = ${accountId} and customer.id = b.customer_id and customer.erased_at is null
    returning id`;
  const ids = suppressions.map((row) => row.id);
  if (returned.some(({ kind }) => kind === "complaint" || kind === "refusal")) await withdraw(tx, accountId, ids);
  await stop(tx, accountId, ids, new Date(now.getTime() - SOFT_LIMIT.days * DAY_MS));
}

const DAY_MS = 86_400_000;

/**
 * The guest's own word, in the ledger of the customer the guest is now. An unsubscription acts for the address it came from (product §4): after
 * that address changed it is not written; the old address is stopped all the same.
 */
async function withdraw(tx: Tx, accountId: number, ids: readonly number[]): Promise<void> {
  await tx.run`insert into customer_consents (account_id, customer_id, channel, purpose, state, happened_at, source)
    select distinct on (living_customer.id) living_customer.account_id, living_customer.id, 'mail', 'marketing', 'withdrawn',
      mail_suppression.happened_at, case mail_suppression.kind when 'complaint' then 'complaint' else 'unsubscribe' end
    from mail_suppressions mail_suppression
    join customers customer on customer.account_id = mail_suppression.account_id and customer.id = mail_suppression.customer_id
    join customers living_customer on living_customer.account_id = customer.account_id
      and living_customer.id = ${firstNotNull(sql`customer.merged_into`, sql`customer.id`)}
    left join lateral (select consent.state, consent.happened_at
      from customer_consents consent
      where consent.account_id = living_customer.account_id and consent.customer_id = living_customer.id and consent.channel = 'mail'
        and consent.purpose = 'marketing'
      order by consent.id desc limit 1) newest on true
    where mail_suppression.account_id = ${accountId} and mail_suppression.id = any(${ids}::bigint[])
      and (mail_suppression.kind = 'complaint'
        or mail_suppression.kind = 'refusal' and lower(living_customer.email) = mail_suppression.address)
      and newest.state is distinct from 'withdrawn'
      and (newest.happened_at is null or newest.happened_at <= mail_suppression.happened_at)
    order by living_customer.id, mail_suppression.happened_at desc`;
}

async function stop(tx: Tx, accountId: number, ids: readonly number[], softSince: Date): Promise<void> {
  await tx.run`with due as materialized (
      select mail_suppression.account_id, mail_suppression.address, coalesce(customer.merged_into, customer.id) as customer_id,
        case mail_suppression.kind when 'complaint' then 'complained' when 'refusal' then 'opted_out' else 'bounced' end as reason
      from mail_suppressions mail_suppression
      join customers customer on customer.account_id = mail_suppression.account_id and customer.id = mail_suppression.customer_id
      left join lateral (select max(lift_mail_suppression.happened_at) as at
        from mail_suppressions lift_mail_suppression
        where lift_mail_suppression.account_id = mail_suppression.account_id
          and lift_mail_suppression.address = mail_suppression.address
          and lift_mail_suppression.kind = 'lift') lifted on true
      where mail_suppression.account_id = ${accountId} and mail_suppression.id = any(${ids}::bigint[])
        and case mail_suppression.kind when 'complaint' then true
          when 'refusal' then not exists (select from customer_consents consent
            where consent.account_id = customer.account_id
              and consent.customer_id = ${firstNotNull(sql`customer.merged_into`, sql`customer.id`)}
              and consent.channel = 'mail' and consent.purpose = 'marketing' and consent.state = 'given'
              and consent.happened_at > mail_suppression.happened_at)
          when 'hard' then mail_suppression.happened_at > coalesce(lifted.at, '-infinity')
          else (select count(distinct coalesce(soft_mail_suppression.push_action_id, -soft_mail_suppression.id))
            from mail_suppressions soft_mail_suppression
            where soft_mail_suppression.account_id = mail_suppression.account_id
              and soft_mail_suppression.address = mail_suppression.address
              and soft_mail_suppression.kind = 'soft'
              and soft_mail_suppression.happened_at > greatest(${softSince}::timestamptz, lifted.at))
            >= ${SOFT_LIMIT.times} end
    ), listed as (
      insert into suppressions (account_id, channel, address, reason, customer_id)
      select distinct on (b.address) b.account_id, 'mail', b.address, b.reason, b.customer_id
      from due b
      order by b.address, array_position(${WEIGHT}::text[], b.reason)
      on conflict (account_id, channel, address) do update set
        reason = case when array_position(${WEIGHT}::text[], excluded.reason) < array_position(${WEIGHT}::text[], suppressions.reason)
          then excluded.reason else suppressions.reason end,
        reason_before = case when 'bounced' in (excluded.reason, suppressions.reason) and excluded.reason <> suppressions.reason
          then 'bounced' else suppressions.reason_before end,
        consent_id = case excluded.reason when 'bounced' then suppressions.consent_id end
    )
    update customers customer
    set email_state = 'bounced', updated_at = now()
    from (select distinct account_id, customer_id, address from due where reason = 'bounced') b
    where customer.account_id = b.account_id and (customer.id = b.customer_id or customer.email = b.address)
      and lower(customer.email) = b.address and customer.email_state = 'valid'`;
}

/** What weighs more takes the place of what weighs less: nobody may lift a refusal together with a bounce. */
const WEIGHT = ["complained", "blocked", "opted_out", "bounced"];
