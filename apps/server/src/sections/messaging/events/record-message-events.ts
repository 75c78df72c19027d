import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { holdPushesOf, storeReactions } from "../../pushes/keep-reactions.ts";
import { pushOfId } from "../../pushes/pushes.read.ts";
import { deliveryOutcomes, MAIL_FIGURES, mailDays } from "./delivery-outcomes.ts";

export type MessageEventKind =
  | "delivered"
  /** Not now: the provider tries on. */
  | "deferred"
  /** It came back, for good or (detail) for once: it is not delivered. */
  | "bounced"
  /** The provider did not try. */
  | "dropped"
  | "opened"
  | "clicked"
  | "complained"
  | "unsubscribed";

export type MessageEvent = {
  /** Counts once in a programme. */
  providerEventId: string;
  kind: MessageEventKind;
  happenedAt: Date;
  /** The message: the push, and the customer it was sent to, be they merged since. */
  pushActionId: number | null;
  customerId: number | null;
  /** Of a single message, which has no push. */
  messageJobId?: number | null;
  /** Which mail of the action; null: nobody says. Then it is the one that earlier events of the message are about, else the action's first. */
  mailId?: number | null;
  /** Of a click: the link's number in the mail as it was sent. */
  linkNo?: number | null;
  /** Whoever opened or clicked says that it is a machine. What comes right after the delivery is one all the same. */
  isMachine?: boolean;
  /** Without personal data. */
  detail?: Readonly<Record<string, unknown>>;
};

/**
 * Records what happened to mails of a programme, each event once and in whatever order they come, and lets recipients, their pushes and the
 * days of their mails follow. Events of messages that are not known here are left. To be called as the last thing of a transaction: it holds
 * the mails it counts for. Who holds a guest before holds the push first (holdPushesOf).
 * @returns the ids of those that were new.
 */
export async function recordMessageEvents(
  tx: Tx,
  accountId: number,
  events: readonly MessageEvent[],
): Promise<ReadonlySet<string>> {
  if (events.length === 0) return new Set();
  await holdPushesOf(
    tx,
    accountId,
    events.map((event) => event.pushActionId),
  );
  const known = await knownEvents(tx, accountId, events);
  if (known.length === 0) return new Set();
  await holdMails(tx, accountId, [...new Set(known.flatMap((event) => event.mail_id ?? []))]);
  const added = await addEvents(tx, accountId, known);
  return new Set(added.map((row) => row.provider_event_id));
}

type Known = {
  provider_event_id: string;
  kind: MessageEventKind;
  happened_at: Date;
  push_action_id: number | null;
  customer_id: number | null;
  message_job_id: number | null;
  mail_id: number | null;
  link_no: number | null;
  is_machine: boolean;
  detail: Readonly<Record<string, unknown>>;
};

/** The events whose messages are there, with their mails. */
async function knownEvents(tx: Tx, accountId: number, events: readonly MessageEvent[]): Promise<Known[]> {
  const rows = await tx.all<{
    place: number;
    mail_id: number | null;
  }>`with m as materialized (
      select ${accountId}::bigint as account_id, told.*
      from unnest(${events.map((event) => event.pushActionId)}::bigint[], ${events.map((event) => event.customerId)}::bigint[],
          ${events.map((event) => event.messageJobId ?? null)}::bigint[], ${events.map((event) => event.mailId ?? null)}::bigint[])
        with ordinality told (push_action_id, customer_id, message_job_id, mail_id, place)
    )
    select m.place::int,
      coalesce(earlier_event.mail_id, max(reported_mail.id) over (partition by m.push_action_id, m.customer_id), action_mail.id) as mail_id
    from m
    left join lateral ${pushOfId(accountId, sql`m.push_action_id`)} p on true
    left join lateral (
      select known_customer.id
      from customers known_customer
      where known_customer.account_id = m.account_id and known_customer.id = m.customer_id
      offset 0
    ) customer on true
    left join lateral (
      select known_message_job.id
      from message_jobs known_message_job
      where known_message_job.account_id = m.account_id and known_message_job.id = m.message_job_id
      offset 0
    ) message_job on true
    left join lateral (
      select known_mail.id
      from mails known_mail
      where known_mail.account_id = m.account_id and known_mail.id = m.mail_id and known_mail.campaign_action_id = p.campaign_action_id
      offset 0
    ) reported_mail on true
    left join lateral (
      select message_event.mail_id
      from message_events message_event
      where message_event.account_id = ${accountId} and message_event.push_action_id = p.id and message_event.customer_id = customer.id
        and message_event.mail_id is not null
      order by message_event.id limit 1
    ) earlier_event on true
    left join lateral (
      select mail.id
      from mails mail
      where mail.account_id = ${accountId} and mail.campaign_action_id = p.campaign_action_id
      order by mail.id limit 1
    ) action_mail on true
    where message_job.id is not null or (p.id is not null and customer.id is not null)
    order by m.place`;
  return rows.map(({ place, mail_id }) => {
    const event = events[place - 1] as MessageEvent;
    return {
      provider_event_id: event.providerEventId,
      kind: event.kind,
      happened_at: event.happenedAt,
      push_action_id: event.pushActionId,
      customer_id: event.customerId,
      message_job_id: event.messageJobId ?? null,
      mail_id,
      link_no: event.linkNo ?? null,
      is_machine: event.isMachine ?? false,
      detail: event.detail ?? {},
    };
  });
}

// Any number that no other advisory lock of the product uses as its first.
const LOCK_CLASS = 805;

/** Who counts for a mail waits for whoever counts for it already: the days are what they were, and what the new events change. */
export async function holdMails(tx: Tx, accountId: number, mailIds: readonly number[]): Promise<void> {
  if (mailIds.length === 0) return;
  await tx.run`select pg_advisory_xact_lock(${LOCK_CLASS}, hashint8(mail.id))
    from (select mail.id
      from mails mail
      where mail.account_id = ${accountId} and mail.id = any(${mailIds}::bigint[])
      order by hashint8(mail.id)) mail`;
}

async function addEvents(
  tx: Tx,
  accountId: number,
  events: readonly Known[],
): Promise<{ provider_event_id: string }[]> {
  const columns = sql`mail_id, push_action_id, customer_id, kind, happened_at, is_machine, link_no`;
  const before = sql`select ${columns} from earlier`;
  const after = sql`select ${columns} from earlier union all select ${columns} from added`;
  const figures = MAIL_FIGURES.map((figure) => sql.ref(figure));
  const change = MAIL_FIGURES.map(
    (figure) => sql`coalesce(max(mail_stat.${sql.ref(figure)}), 0) + coalesce(sum(t.${sql.ref(figure)}), 0)`,
  );
  const signed = (sign: "+" | "-") =>
    MAIL_FIGURES.map((figure) => sql`${sql.raw(sign)}${sql.ref(figure)} as ${sql.ref(figure)}`);
  return tx.all<{ provider_event_id: string }>`with told as (
      select *
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as t (provider_event_id text, kind text, happened_at timestamptz,
        push_action_id bigint, customer_id bigint, message_job_id bigint, mail_id bigint, link_no smallint, is_machine boolean,
        detail jsonb)
    ), added as (
      insert into message_events (account_id, provider_event_id, kind, happened_at, push_action_id, customer_id, message_job_id, mail_id,
        link_no, is_machine, detail)
      select ${accountId}, provider_event_id, kind, happened_at, push_action_id, customer_id, message_job_id, mail_id, link_no, is_machine,
        detail
      from told
      on conflict (account_id, provider_event_id) do nothing
      returning *
    ), earlier as materialized (
      select message_event.*
      from (select distinct push_action_id, customer_id from added where mail_id is not null) touched
      join message_events message_event on message_event.account_id = ${accountId} and message_event.push_action_id = touched.push_action_id
        and message_event.customer_id = touched.customer_id
    ), counted as (
      insert into mail_stats (account_id, mail_id, stat_date, ${sql.join(figures)})
      select ${accountId}, t.mail_id, t.stat_date, ${sql.join(change)}
      from (
        select mail_id, stat_date, ${sql.join(signed("+"))} from (${mailDays(after)}) a
        union all select mail_id, stat_date, ${sql.join(signed("-"))} from (${mailDays(before)}) b
      ) t
      left join mail_stats mail_stat on mail_stat.account_id = ${accountId} and mail_stat.mail_id = t.mail_id
        and mail_stat.stat_date = t.stat_date
      group by t.mail_id, t.stat_date
      on conflict (account_id, mail_id, stat_date) do update set
        (${sql.join(figures)}, updated_at) = (${sql.join(MAIL_FIGURES.map((figure) => sql`excluded.${sql.ref(figure)}`))}, now())
    ), ${storeReactions(accountId, deliveryOutcomes(after))}
    select provider_event_id
    from added`;
}
