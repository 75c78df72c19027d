import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { debtPayments, type PointContext } from "./lots.ts";

/** A lot of days_from_last_stay whose last valid day is another one by the stays as they are now. */
export type RolledLot = { grant_point_id: number; customer_id: number; last_day: CalendarDate };

/**
 * Lots whose last valid day the guests' stays have moved (domain/points/expiry rolledLastDay; a test compares both). It is worked out
 * from all stays, so that the order in which they came does not matter: check-outs no further apart than the lot's days are one span,
 * and a span that begins by the promised day carries the lot along to its end. Lots and check-outs lie on one line, sorted once: joined,
 * the planner would walk all spans for each lot. Emptied lots count too: a use that is cancelled later
 * must not find a stale day. `since`: the earliest check-out that changed; lots that had expired before it cannot be touched by it.
 */
export async function findRolledLots(
  tx: Tx,
  accountId: number,
  customerIds: readonly number[],
  since: CalendarDate,
): Promise<RolledLot[]> {
  return tx.all<RolledLot>`
    with ${givenIds(accountId, customerIds)}, lots as materialized (
      select lot.account_id, lot.customer_id, lot.grant_point_id, lot.rolling_days, lot.expires_on,
        point_grant.expiration_date as promised
      from given n
      join point_lots lot on lot.account_id = n.account_id and lot.customer_id = n.id
      join grant_points point_grant on point_grant.account_id = lot.account_id and point_grant.id = lot.grant_point_id
      where lot.rolling_days is not null and lot.expires_on >= ${since}::date
    ), steps as (
      select k.account_id, k.customer_id, k.rolling_days, stay.check_out_date,
        stay.check_out_date - lag(stay.check_out_date) over (partition by k.customer_id, k.rolling_days order by stay.check_out_date)
          > k.rolling_days as breaks
      from (select distinct account_id, customer_id, rolling_days from lots) k
      join stay_transactions stay on stay.account_id = k.account_id and stay.customer_id = k.customer_id and stay.reversed_at is null
    ), days as (
      select customer_id, rolling_days, check_out_date as day, null::bigint as grant_point_id, null::date as expires_on,
        count(*) filter (where breaks) over (partition by customer_id, rolling_days order by check_out_date) as span
      from steps
      union all
      select customer_id, rolling_days, promised, grant_point_id, expires_on, null
      from lots
    ), placed as (
      select *,
        max(span) over (partition by customer_id, rolling_days order by day, grant_point_id nulls first rows unbounded preceding)
          as reached
      from days
    ), rolled as (
      select grant_point_id, customer_id, expires_on,
        greatest(day,
          rolling_days + max(day) filter (where grant_point_id is null) over (partition by customer_id, rolling_days, reached))
          as last_day
      from placed
    )
    select grant_point_id, customer_id, last_day
    from rolled
    where grant_point_id is not null and last_day <> expires_on`;
}

/**
 * Moves lots to their new last day. Points of them that had expired are restored, noted on the day they had expired; what is still overdue
 * expires again afterwards (expireLots), on its right day. When a last day moves back, as when a merge is undone or a stay cancelled, the
 * lot could not have paid a debt after it: the debt is incurred again, noted on the lot and on the day of the payment (docs/adr/0077). Uses
 * and deductions stay: what a guest or a person did is not judged again.
 */
export async function moveLots(tx: Tx, ctx: PointContext, rolled: readonly RolledLot[]): Promise<void> {
  if (rolled.length === 0) return;
  await tx.run`
    with moved as materialized (
      select ${ctx.accountId}::bigint as account_id, m.*
      from jsonb_to_recordset(${JSON.stringify(rolled)}::jsonb) as m (grant_point_id bigint, customer_id bigint, last_day date)
    ), woken as materialized (
      select m.account_id, m.grant_point_id, point_grant.customer_id, m.last_day, lot.expires_on,
        (select coalesce(sum(case adjustment.kind when 'expired' then adjustment.point else -adjustment.point end), 0)::bigint
          from point_adjustments adjustment
          where adjustment.account_id = m.account_id and adjustment.grant_point_id = m.grant_point_id
            and adjustment.kind in ('expired', 'revived')) as point
      from moved m
      join point_lots lot on lot.account_id = m.account_id and lot.grant_point_id = m.grant_point_id
      join grant_points point_grant on point_grant.account_id = m.account_id and point_grant.id = m.grant_point_id
    ), unpaid as materialized (
      select p.account_id, p.customer_id, p.grant_point_id, p.cause_grant_point_id, p.happened_on, sum(p.point)::bigint as point
      from moved m
      join ${debtPayments} p on p.account_id = m.account_id and p.grant_point_id = m.grant_point_id and p.happened_on > m.last_day
      group by 1, 2, 3, 4, 5
      having sum(p.point) > 0
    ), noted as (
      insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on, cause_grant_point_id, created_by)
      select account_id, customer_id, grant_point_id, 'revived', point, expires_on + 1, null::bigint, ${ctx.userId}::bigint
      from woken
      where point > 0
      union all
      select account_id, customer_id, grant_point_id, 'debt_incurred', point, happened_on, cause_grant_point_id, ${ctx.userId}::bigint
      from unpaid
    )
    update point_lots lot
    set expires_on = w.last_day, updated_at = now(),
      remaining = lot.remaining + w.point
        + coalesce((select sum(p.point) from unpaid p where p.account_id = w.account_id and p.grant_point_id = w.grant_point_id), 0)
    from woken w
    where lot.account_id = w.account_id and lot.grant_point_id = w.grant_point_id`;
}
