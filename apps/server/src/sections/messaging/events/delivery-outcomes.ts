import { type RawBuilder, sql } from "kysely";

/** An open or a click so soon after the delivery is that of a machine which looks through mails. */
export const MACHINE_SECONDS = 60;

const tokyo = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone 'Asia/Tokyo')::date`;
const first = (which: RawBuilder<boolean>) => sql`min(e.happened_at) filter (where ${which})`;

/**
 * SQL: each message of `events` (rows of message_events) with what became of it: mail_id, push_action_id, customer_id, and when it was first
 * delivered_at, bounced_at, opened_at, machine_opened_at, clicked_at, complained_at, unsubscribed_at. It follows from the set of events
 * alone: the order in which they came changes nothing.
 */
export function deliveryOutcomes(events: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select e.mail_id, e.push_action_id, e.customer_id,
      case when not bool_or(e.kind = 'bounced') then ${first(sql`e.kind = 'delivered'`)} end as delivered_at,
      ${first(sql`e.kind = 'bounced'`)} as bounced_at,
      ${first(sql`e.kind = 'opened' and not e.by_machine`)} as opened_at,
      ${first(sql`e.kind = 'opened' and e.by_machine`)} as machine_opened_at,
      ${first(sql`e.kind = 'clicked' and not e.by_machine`)} as clicked_at,
      ${first(sql`e.kind = 'complained'`)} as complained_at,
      ${first(sql`e.kind = 'unsubscribed'`)} as unsubscribed_at
    from (${eventsWithMachineFlag(events)}) e
    group by e.mail_id, e.push_action_id, e.customer_id`;
}

/** The same of the messages of some pushes, from all that is known of them. */
export const outcomesOfPushes = (accountId: number) => (pushIds: RawBuilder<unknown>) =>
  deliveryOutcomes(sql`select message_event.*
    from message_events message_event
    where message_event.account_id = ${accountId} and message_event.push_action_id = any(${pushIds})`);

/** SQL: `events` (all of a message, or none), each with by_machine. */
export function eventsWithMachineFlag(events: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select j.*, j.is_machine
        or coalesce(j.happened_at <= j.first_delivered_at + make_interval(secs => ${sql.lit(MACHINE_SECONDS)}), false) as by_machine
      from (
        select known.*, min(known.happened_at) filter (where known.kind = 'delivered')
            over (partition by known.mail_id, known.push_action_id, known.customer_id) as first_delivered_at
        from (${events}) known
      ) j`;
}

/** What a day of a mail counts, each a column of mail_stats. */
export const MAIL_FIGURES = [
  "delivered",
  "bounced",
  "machine_open_false",
  "machine_open_true",
  "clicked",
  "complained",
  "unsubscribed",
] as const;
export type MailFigure = (typeof MAIL_FIGURES)[number];

/** When a message counts for each of them; clicks count by link and day. */
const MOMENTS = {
  delivered: "delivered_at",
  bounced: "bounced_at",
  machine_open_false: "opened_at",
  machine_open_true: "machine_opened_at",
  complained: "complained_at",
  unsubscribed: "unsubscribed_at",
} as const satisfies Record<Exclude<MailFigure, "clicked">, string>;

/** SQL: rows (mail_id, push_action_id, customer_id, day, clicks, last_at) of `events`: the clicks of a guest on a Tokyo day, each link once. */
export function clicksByDay(events: RawBuilder<unknown>): RawBuilder<unknown> {
  const day = tokyo(sql`e.happened_at`);
  return sql`select e.mail_id, e.push_action_id, e.customer_id, ${day} as day, greatest(count(distinct e.link_no), 1) as clicks,
      max(e.happened_at) as last_at
    from (${eventsWithMachineFlag(events)}) e
    where e.kind = 'clicked' and not e.by_machine
    group by e.mail_id, e.push_action_id, e.customer_id, ${day}`;
}

/**
 * SQL: rows (mail_id, stat_date, and each figure) of `events`, by Tokyo day. A message counts once for each figure, on the day it first came
 * to it; a click once for each guest, link and day. A click of which nobody says the link counts where no other one of the day does.
 */
export function mailDays(events: RawBuilder<unknown>): RawBuilder<unknown> {
  const figures = MAIL_FIGURES.map(
    (figure) => sql`sum(d.n) filter (where d.figure = ${sql.lit(figure)}) as ${sql.ref(figure)}`,
  );
  const moments = Object.entries(MOMENTS).map(
    ([figure, column]) => sql`(${sql.lit(figure)}, ${tokyo(sql.ref(`row_outcome.${column}`))})`,
  );
  return sql`select d.mail_id, d.stat_date, ${sql.join(figures)}
    from (
      select row_outcome.mail_id, m.stat_date, m.figure, 1 as n
      from (${deliveryOutcomes(events)}) row_outcome
      cross join lateral (values ${sql.join(moments)}) m (figure, stat_date)
      where m.stat_date is not null
      union all
      select c.mail_id, c.day, 'clicked', c.clicks
      from (${clicksByDay(events)}) c
    ) d
    where d.mail_id is not null
    group by d.mail_id, d.stat_date`;
}
