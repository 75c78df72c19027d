import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { MAIL_FIGURES, mailDays } from "./delivery-outcomes.ts";
import { holdMails } from "./record-message-events.ts";

export type RecountedDay = { mail_id: number; stat_date: CalendarDate };

/**
 * Counts the days of a programme's mails from `since` on anew, out of all their events, and puts right what differs.
 * @returns the days that were wrong.
 */
export async function recountMailDays(tx: Tx, accountId: number, since: CalendarDate): Promise<RecountedDay[]> {
  const mails = await tx.all<{ mail_id: number }>`select mail_id
    from message_events
    where account_id = ${accountId} and mail_id is not null and happened_at >= ${since}::date::timestamp at time zone 'Asia/Tokyo'
    union select mail_id
    from mail_stats
    where account_id = ${accountId} and stat_date >= ${since}`;
  const ids = mails.map((mail) => mail.mail_id);
  if (ids.length === 0) return [];
  await holdMails(tx, accountId, ids);
  const columns = MAIL_FIGURES.map((figure) => sql.ref(figure));
  const found = MAIL_FIGURES.map((figure) => sql`coalesce(day.${sql.ref(figure)}, 0)::int`);
  const stored = MAIL_FIGURES.map((figure) => sql`coalesce(stat.${sql.ref(figure)}, 0)`);
  return tx.all<RecountedDay>`with day as (
      select * from (${mailDays(sql`select message_event.*
        from message_events message_event
        where message_event.account_id = ${accountId} and message_event.mail_id = any(${ids}::bigint[])`)}) counted
      where counted.stat_date >= ${since}
    ), stat as (
      select mail_stat.mail_id, mail_stat.stat_date, mail_stat.delivered, mail_stat.bounced, mail_stat.machine_open_false,
        mail_stat.machine_open_true, mail_stat.clicked, mail_stat.complained, mail_stat.unsubscribed
      from mail_stats mail_stat
      where mail_stat.account_id = ${accountId} and mail_stat.mail_id = any(${ids}::bigint[]) and mail_stat.stat_date >= ${since}
    )
    insert into mail_stats (account_id, mail_id, stat_date, ${sql.join(columns)})
    select ${accountId}, coalesce(day.mail_id, stat.mail_id), coalesce(day.stat_date, stat.stat_date), ${sql.join(found)}
    from day
    full join stat on stat.mail_id = day.mail_id and stat.stat_date = day.stat_date
    where (${sql.join(found)}) is distinct from (${sql.join(stored)})
    on conflict (account_id, mail_id, stat_date) do update set (${sql.join(columns)}, updated_at)
      = (${sql.join(MAIL_FIGURES.map((figure) => sql`excluded.${sql.ref(figure)}`))}, now())
    returning mail_id, stat_date`;
}
