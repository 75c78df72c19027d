import type { Variant } from "@okaeri/domain/pushes/variants";
import { type RawBuilder, sql } from "kysely";
import { dayWithin } from "../../../../database/narrowed.ts";
import { clicksByDay } from "../../../messaging/events/delivery-outcomes.ts";
import type { ActionResults, ResultsAsked } from "../asked-results.ts";

/** Mails: clicks on their own days. What became of each message is counted with its send. */
export const mailResults: ActionResults = {
  figures: [
    "sent",
    "delivered",
    "opened",
    "machine_opened",
    "clicked",
    "unsubscribed",
    "clicks",
    "reserved",
    "reserved_price",
    "transacted",
    "use_price",
  ],
  called: sql<string | null>`(select mail.title
    from mails mail
    where mail.account_id = action.account_id and mail.campaign_action_id = action.id
    order by mail.active_status, mail.seq, mail.id limit 1)`,
  withVariants: sql<Partial<Record<Variant, string>> | null>`(select jsonb_object_agg(t.variant, t.title)
    from (select distinct on (mail.variant) mail.variant, mail.title
      from mails mail
      where mail.account_id = action.account_id and mail.campaign_action_id = action.id
      order by mail.variant, mail.active_status, mail.seq, mail.id) t)`,
  entries: (asked) => {
    if (asked.facilityIds !== null) return clicksOf(asked);
    if (asked.figure === null) return clickDays(asked);
    // Events end long before the days they were counted for: of those the sum alone is left.
    return sql`select told.*
      from (${clicksOf(asked)}) told
      union all
      select 'clicks', d.action_id, d.variant, null, d.day, null, null, null, sum(d.amount), 0
      from (
        select action_id, variant, day, amount from (${clickDays(asked)}) counted
        union all
        select action_id, variant, day, -amount from (${clicksOf(asked)}) told
      ) d
      group by d.action_id, d.variant, d.day
      having sum(d.amount) <> 0`;
  },
};

const ofActions = (asked: ResultsAsked) =>
  sql`mail.account_id = ${asked.accountId} and mail.campaign_action_id = any(${asked.actionIds}::bigint[])`;

/** SQL over mails `mail`: the variant, where the action has, or had, several. */
const variantOf = (asked: ResultsAsked) => sql`case when exists (select from mails other_mail
    where other_mail.account_id = ${asked.accountId} and other_mail.campaign_action_id = mail.campaign_action_id
      and other_mail.variant <> mail.variant) then mail.variant end`;

/** SQL: entries of the days of these mails. */
const clickDays = (
  asked: ResultsAsked,
): RawBuilder<unknown> => sql`select 'clicks' as figure, mail.campaign_action_id as action_id,
    ${variantOf(asked)} as variant, null::bigint as facility_id,
    mail_stat.stat_date as day, null::timestamptz as at, null::bigint as customer_id, null::bigint as reservation_id,
    mail_stat.clicked::bigint as amount, mail_stat.id as place
  from mails mail
  join mail_stats mail_stat on mail_stat.account_id = ${asked.accountId} and mail_stat.mail_id = mail.id and mail_stat.clicked > 0
  where ${ofActions(asked)} and ${dayWithin(asked.days, sql`mail_stat.stat_date`)}`;

/** SQL: entries of the clicks themselves, as far as they are kept. */
const clicksOf = (
  asked: ResultsAsked,
): RawBuilder<unknown> => sql`select 'clicks' as figure, mail.campaign_action_id as action_id,
    ${variantOf(asked)} as variant, null::bigint as facility_id, c.day,
    max(c.last_at) as at, c.customer_id, null::bigint as reservation_id, sum(c.clicks)::bigint as amount,
    coalesce(c.push_action_id, 0) as place
  from mails mail
  join (${clicksByDay(sql`select message_event.*
    from message_events message_event
    join mails clicked_mail on clicked_mail.account_id = ${asked.accountId} and clicked_mail.id = message_event.mail_id
      and clicked_mail.campaign_action_id = any(${asked.actionIds}::bigint[])
    where message_event.account_id = ${asked.accountId} and message_event.kind in ('delivered', 'clicked')`)}) c on c.mail_id = mail.id
  where ${ofActions(asked)} and ${dayWithin(asked.days, sql`c.day`)} and ${asked.within(sql`c.customer_id`)}
  group by mail.campaign_action_id, mail.variant, c.push_action_id, c.customer_id, c.day`;
