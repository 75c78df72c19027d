import type { RawBuilder } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import type { PointContext } from "../points/lots.ts";

/** For whom and on which day stays are counted. */
export type StayContext = PointContext & {
  /**
   * Customers inserted in this transaction with the totals of exactly the stays that are counted, as bulk loads do: their rows,
   * with all their search indexes, are then written once.
   */
  readonly insertedWithTotals?: readonly number[];
};

/**
 * Counts stays in their customers' totals. It adds, so that a stay costs the same whatever came before. Between two stays that end on
 * one day the higher facility id stands, whatever the order of arrival.
 */
export async function addToTotals(tx: Tx, ctx: StayContext, stayIds: readonly number[]): Promise<void> {
  await tx.run`
    with ${givenIds(ctx.accountId, stayIds)}, sums as materialized (
      select stay.account_id, stay.customer_id, count(*)::int as stays, sum(stay.use_price)::bigint as price,
        min(stay.check_in_date) as first_on, max(stay.check_out_date) as last_on,
        (array_agg(stay.facility_account_id order by stay.check_out_date desc, stay.facility_account_id desc))[1] as facility
      from given
      join stay_transactions stay on stay.account_id = given.account_id and stay.id = given.id
      where stay.customer_id <> all(${ctx.insertedWithTotals ?? []}::bigint[])
      group by stay.account_id, stay.customer_id
    )
    update customer_totals total
    set stay_count = total.stay_count + sums.stays, use_price_total = total.use_price_total + sums.price,
      first_stay_on = least(total.first_stay_on, sums.first_on), last_stay_on = greatest(total.last_stay_on, sums.last_on),
      last_facility_account_id = case when total.last_stay_on is null or sums.last_on > total.last_stay_on then sums.facility
        when sums.last_on = total.last_stay_on then greatest(total.last_facility_account_id, sums.facility)
        else total.last_facility_account_id end, updated_at = now()
    from sums
    where total.account_id = sums.account_id and total.customer_id = sums.customer_id`;
}

/**
 * The exact reversal, before the stays change: subtracts what their open rounds recorded, and reads the earliest and latest of the
 * stays that remain.
 */
export async function takeFromTotals(tx: Tx, ctx: StayContext, stayIds: readonly number[]): Promise<void> {
  await tx.run`
    with ${givenIds(ctx.accountId, stayIds)}, undone as materialized (
      select stay_effect.account_id, (stay_effect.detail ->> 'customer_id')::bigint as customer_id, count(*)::int as stays,
        sum((stay_effect.detail ->> 'use_price')::bigint)::bigint as price
      from given
      join stay_effects stay_effect on stay_effect.account_id = given.account_id and stay_effect.stay_transaction_id = given.id
        and stay_effect.effect = 'applied' and stay_effect.reversed_at is null
      group by 1, 2
    ), sums as materialized (
      select undone.*, left_over.*
      from undone
      cross join lateral (
        select min(remaining_stay.check_in_date) as first_on, max(remaining_stay.check_out_date) as last_on,
          (array_agg(remaining_stay.facility_account_id order by remaining_stay.check_out_date desc,
            remaining_stay.facility_account_id desc))[1] as facility
        from stay_transactions remaining_stay
        where remaining_stay.account_id = undone.account_id and remaining_stay.customer_id = undone.customer_id
          and remaining_stay.reversed_at is null and remaining_stay.id <> all(${stayIds}::bigint[])
      ) left_over
    )
    update customer_totals total
    set stay_count = total.stay_count - sums.stays, use_price_total = total.use_price_total - sums.price, first_stay_on = sums.first_on,
      last_stay_on = sums.last_on, last_facility_account_id = sums.facility, updated_at = now()
    from sums
    where total.account_id = sums.account_id and total.customer_id = sums.customer_id`;
}

/**
 * Moves the customers' reservation counts by the difference between what is stored and what comes: `before` and `after` are selects
 * of customer_id, is_cancelled, is_no_show, one row per reservation. Called before the reservations are written.
 */
export async function countReservations(
  tx: Tx,
  accountId: number,
  change: { before: RawBuilder<unknown>; after: RawBuilder<unknown> },
): Promise<void> {
  await tx.run`
    with d as materialized (
      select ${accountId}::bigint as account_id, customer_id, sum(sign)::int as reservations,
        sum(case when is_cancelled then sign else 0 end)::int as cancelled, sum(case when is_no_show then sign else 0 end)::int as no_shows
      from (
        select customer_id, is_cancelled, is_no_show, -1 as sign from (${change.before}) b (customer_id, is_cancelled, is_no_show)
        union all select customer_id, is_cancelled, is_no_show, 1 from (${change.after}) a (customer_id, is_cancelled, is_no_show)
      ) moved
      where customer_id is not null
      group by customer_id
    )
    update customer_totals total
    set reservation_count = total.reservation_count + d.reservations, cancel_count = total.cancel_count + d.cancelled,
      no_show_count = total.no_show_count + d.no_shows, updated_at = now()
    from d
    where total.account_id = d.account_id and total.customer_id = d.customer_id and (d.reservations, d.cancelled, d.no_shows) <> (0, 0, 0)`;
}
