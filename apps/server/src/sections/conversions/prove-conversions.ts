import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import {
  dayFigures,
  endEmptyDays,
  GUESTS_AT_ONCE,
  lockConversions,
  recomputeGuests,
} from "./recompute-attributions.ts";

/**
 * Settles the next guests after `after`, by id, whoever they are.
 * @returns the bookings that were wrong, and the last of these guests; null: there were no more.
 */
export async function proveSome(
  tx: Tx,
  accountId: number,
  after: number,
): Promise<{ wrong: number[]; last: number } | null> {
  await lockConversions(tx, accountId);
  const guests = await tx.all<{ id: number }>`select id
    from customers
    where account_id = ${accountId} and id > ${after}
    order by id
    limit ${GUESTS_AT_ONCE}`;
  const ids = guests.map(({ id }) => id);
  const last = ids.at(-1);
  return last === undefined ? null : { wrong: await recomputeGuests(tx, accountId, ids), last };
}

type Day = { campaign_action_id: number; facility_account_id: number; stat_date: CalendarDate };

/** Adds all days of a programme up anew out of its attributions, and puts right what differs. @returns the days that were wrong. */
export async function proveDays(tx: Tx, accountId: number): Promise<Day[]> {
  await lockConversions(tx, accountId);
  const figures = sql`reserved, reserved_price, transacted, use_price`;
  const wrong = await tx.all<Day>`with day as (
      select f.campaign_action_id, f.facility_account_id, f.stat_date, sum(f.reserved)::int as reserved,
        sum(f.reserved_price)::bigint as reserved_price, sum(f.transacted)::int as transacted, sum(f.use_price)::bigint as use_price
      from (${dayFigures(sql`(select conversion_attribution.*
        from conversion_attributions conversion_attribution
        where conversion_attribution.account_id = ${accountId})`)}) f
      group by f.campaign_action_id, f.facility_account_id, f.stat_date
    ), stored_day as (
      select conversion.*
      from conversions conversion
      where conversion.account_id = ${accountId}
    )
    insert into conversions (account_id, campaign_action_id, facility_account_id, stat_date, ${figures})
    select ${accountId}, coalesce(day.campaign_action_id, stored_day.campaign_action_id),
      coalesce(day.facility_account_id, stored_day.facility_account_id), coalesce(day.stat_date, stored_day.stat_date),
      coalesce(day.reserved, 0), coalesce(day.reserved_price, 0), coalesce(day.transacted, 0), coalesce(day.use_price, 0)
    from day
    full join stored_day on stored_day.campaign_action_id = day.campaign_action_id
      and stored_day.facility_account_id = day.facility_account_id
      and stored_day.stat_date = day.stat_date
    where (day.reserved, day.reserved_price, day.transacted, day.use_price)
      is distinct from (stored_day.reserved, stored_day.reserved_price, stored_day.transacted, stored_day.use_price)
    on conflict (account_id, campaign_action_id, facility_account_id, stat_date) do update
    set (${figures}, updated_at) = (excluded.reserved, excluded.reserved_price, excluded.transacted, excluded.use_price, now())
    returning campaign_action_id, facility_account_id, stat_date`;
  if (wrong.length > 0) await endEmptyDays(tx, accountId);
  return wrong;
}
