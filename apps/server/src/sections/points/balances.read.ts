import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import type { Shape } from "../../database/form-sql.ts";

/** SQL over lots `l`: points are left in it that can be used on the day. The last valid day counts; null never expires. */
export function isOpenLot(today: CalendarDate): RawBuilder<boolean> {
  return sql<boolean>`(l.remaining > 0 and (l.expires_on is null or l.expires_on >= ${today}::date))`;
}

/** SQL over customers `c`: the last valid day of the points that expire first, null when none will. */
export function nextExpiry(today: CalendarDate): RawBuilder<CalendarDate | null> {
  return sql<CalendarDate | null>`(select min(l.expires_on) from point_lots l where l.account_id = c.account_id and l.customer_id = c.id
    and l.remaining > 0 and l.expires_on >= ${today}::date)`;
}

/**
 * A table (account_id, customer_id, grant_point_id, point, expired_on): lots past their last valid day that the nightly job has not booked
 * yet. Empty except in the minutes after midnight; found through the index of lots by expiry.
 */
export function overdueLots(today: CalendarDate): RawBuilder<unknown> {
  return sql`(select l.account_id, l.customer_id, l.grant_point_id, l.remaining as point, l.expires_on + 1 as expired_on from point_lots l
    where l.remaining > 0 and l.expires_on < ${today}::date)`;
}

/**
 * A table (account_id, customer_id, balance, debt, overdue): the points each customer can use on the day. The one definition of a balance
 * that is shown, compared or written about: it leaves out what expired last night, booked or not. A customer who never had points has no
 * row. `overdue`: past its last valid day and not booked yet.
 */
export function balancesOn(today: CalendarDate, shape: Shape): RawBuilder<unknown> {
  const overdue =
    shape === "set"
      ? sql`left join (select o.account_id, o.customer_id, sum(o.point)::bigint as point from ${overdueLots(today)} o
          group by o.account_id, o.customer_id) gone on gone.account_id = b.account_id and gone.customer_id = b.customer_id`
      : sql`cross join lateral (select sum(o.point)::bigint as point from ${overdueLots(today)} o
          where o.account_id = b.account_id and o.customer_id = b.customer_id) gone`;
  return sql`(select b.account_id, b.customer_id, b.balance - coalesce(gone.point, 0) as balance, b.debt,
      coalesce(gone.point, 0) as overdue
    from point_accounts b ${overdue})`;
}
