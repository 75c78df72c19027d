import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import { overdueLots } from "./balances.read.ts";
import { idsOfCustomer } from "./merged-customers.read.ts";

// The order of a guest's books, and the balance after each movement in it. A day is closed when it is over: a later entry has the day on
// which it was written, whichever day it is about, so that no row of an earlier day changes. Within one day of writing, between two uses,
// the day an entry is about comes first (docs/adr/0225): the balance after a use is the balance of that moment, whatever is written later
// that day about an earlier one.

/** SQL: the day on which it was written, in Japan. */
export const writtenOn = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'Asia/Tokyo')::date`;

/** SQL: how many uses of the guest, and cancels of uses, had been written before. */
const usesBefore = (accountId: number, customerId: number, at: RawBuilder<unknown>) => sql`(
  select count(*) filter (where point_use.created_at < ${at}) + count(*)
      filter (where point_use.cancel_date is not null and point_use.updated_at < ${at})
  from use_point_cases point_use
  where point_use.account_id = ${accountId} and point_use.customer_id in ${idsOfCustomer(accountId, customerId)}
)`;

/** ORDER BY of rows `history`, the last in the books first: what `moves` has as their place. */
export const newestFirst = (accountId: number, customerId: number, day: RawBuilder<unknown>) =>
  sql`${writtenOn(sql`history.created_at`)} desc, ${usesBefore(accountId, customerId, sql`history.created_at`)} desc, ${day} desc,
    history.created_at desc, history.id desc`;

/**
 * SQL: a row for each movement of one guest's points, without order: `kind`, `id` within it, `day` it is about, `at` which it was written,
 * and `point`, less than 0 where points went. What is overdue and not yet written as expired is written now.
 */
function movements(accountId: number, customerId: number, today: CalendarDate): RawBuilder<unknown> {
  const own = sql`account_id = ${accountId} and customer_id in ${idsOfCustomer(accountId, customerId)}`;
  return sql`select 'grant' as kind, id, grant_date as day, created_at as at, grant_point as point
    from grant_points
    where ${own}
    union all
    select 'use', id, use_date, created_at, -use_point
    from use_point_cases
    where ${own}
    union all
    select 'cancel', id, cancel_date, updated_at, use_point
    from use_point_cases
    where ${own} and cancel_date is not null
    union all
    select 'expiry', id, happened_on, created_at, case kind when 'expired' then -point else point end
    from point_adjustments
    where ${own} and kind in ('expired', 'revived')
    union all
    select 'expiry', overdue.grant_point_id, overdue.expired_on, now(), -overdue.point
    from ${overdueLots(today)} overdue
    where overdue.account_id = ${accountId} and overdue.customer_id = ${customerId}`;
}

/** SQL over movements `movement`: what the order of the books asks of each: the day of writing, and the uses written before. */
const bookingOf = (accountId: number, customerId: number) =>
  sql`select ${writtenOn(sql`movement.at`)} as booked_on, ${usesBefore(accountId, customerId, sql`movement.at`)} as uses`;

/**
 * SQL, for a WITH: `moves (kind, id, place, after, booked_on)`, every movement of one guest's points by its place in the books, with the
 * balance after it (points less debt). `booked_on`: the day of writing, if entries about later days existed already. It ends at the guest's
 * balance of today: a running balance that does not is a broken ledger.
 */
export function runningBalance(accountId: number, customerId: number, today: CalendarDate): RawBuilder<unknown> {
  return sql`moves as materialized (
      select placed.kind, placed.id, placed.place,
        sum(placed.point) over (order by placed.place rows unbounded preceding)::bigint as after,
        case when placed.day < max(placed.day) over (order by placed.place rows between unbounded preceding and 1 preceding)
            then placed.booked_on end as booked_on
      from (
        select movement.kind, movement.id, movement.day, movement.point, booking.booked_on,
          row_number() over (order by booking.booked_on, booking.uses, movement.kind in ('use', 'cancel'), movement.day, movement.at,
            movement.kind <> 'expiry', movement.kind, movement.id) as place
        from (${movements(accountId, customerId, today)}) movement
        cross join lateral (${bookingOf(accountId, customerId)}) booking
      ) placed
    )`;
}
