import type { RawBuilder } from "kysely";
import type { Tx } from "../../database/connection.ts";

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
        union all
        select customer_id, is_cancelled, is_no_show, 1 from (${change.after}) a (customer_id, is_cancelled, is_no_show)
      ) moved
      where customer_id is not null
      group by customer_id
    )
    update customer_totals t
    set reservation_count = t.reservation_count + d.reservations, cancel_count = t.cancel_count + d.cancelled,
      no_show_count = t.no_show_count + d.no_shows, updated_at = now()
    from d
    where t.account_id = d.account_id and t.customer_id = d.customer_id and (d.reservations, d.cancelled, d.no_shows) <> (0, 0, 0)`;
}
