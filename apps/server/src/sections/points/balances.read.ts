import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import type { EvaluationDay } from "../../database/evaluation-day.ts";
import type { Shape } from "../../database/form-sql.ts";

/** SQL over lots `lot`: points are left in it that can be used on the day. The last valid day counts; null never expires. */
export function isOpenLot(today: CalendarDate): RawBuilder<boolean> {
  return sql<boolean>`(lot.remaining > 0 and (lot.expires_on is null or lot.expires_on >= ${today}::date))`;
}

/** SQL over customers `customer`: the last valid day of the points that expire first, null when none will. */
export function nextExpiry(today: CalendarDate): RawBuilder<CalendarDate | null> {
  return sql<CalendarDate | null>`(select min(lot.expires_on)
    from point_lots lot
    where lot.account_id = customer.account_id
      and lot.customer_id = customer.id and lot.remaining > 0 and lot.expires_on >= ${today}::date)`;
}

/**
 * A table (account_id, customer_id, grant_point_id, point, expired_on): lots past their last valid day that the nightly job has not booked
 * yet. Empty except in the minutes after midnight; found through the index of lots by expiry.
 */
export function overdueLots(today: EvaluationDay): RawBuilder<unknown> {
  return sql`(select lot.account_id, lot.customer_id, lot.grant_point_id, lot.remaining as point, lot.expires_on + 1 as expired_on
    from point_lots lot
    where lot.remaining > 0 and lot.expires_on < ${today}::date)`;
}

/**
 * A table (account_id, customer_id, balance, debt, overdue): the points each customer can use on the day. The one definition of a balance
 * that is shown, compared or written about: it leaves out what expired last night, booked or not. A customer who never had points has no
 * row. `overdue`: past its last valid day and not booked yet.
 */
export function balancesOn(today: EvaluationDay, shape: Shape): RawBuilder<unknown> {
  const overdue =
    shape === "set"
      ? sql`left join (
          select o.account_id, o.customer_id, sum(o.point)::bigint as point
          from ${overdueLots(today)} o
          group by o.account_id, o.customer_id
        ) gone on gone.account_id = point_account.account_id
          and gone.customer_id = point_account.customer_id`
      : sql`cross join lateral (
          select sum(o.point)::bigint as point
          from ${overdueLots(today)} o
          where o.account_id = point_account.account_id and o.customer_id = point_account.customer_id
        ) gone`;
  return sql`(select point_account.account_id, point_account.customer_id, point_account.balance - coalesce(gone.point, 0) as balance,
      point_account.debt, coalesce(gone.point, 0) as overdue
    from point_accounts point_account ${overdue})`;
}
