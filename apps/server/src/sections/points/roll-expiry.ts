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
      select l.account_id, l.customer_id, l.grant_point_id, l.rolling_days, l.expires_on, g.expiration_date as promised
      from given n
      join point_lots l on l.account_id = n.account_id and l.customer_id = n.id
      join grant_points g on g.account_id = l.account_id and g.id = l.grant_point_id
      where l.rolling_days is not null and l.expires_on >= ${since}::date
    ), steps as (
      select k.account_id, k.customer_id, k.rolling_days, s.check_out_date,
        s.check_out_date - lag(s.check_out_date) over (partition by k.customer_id, k.rolling_days order by s.check_out_date)
          > k.rolling_days as breaks
      from (select distinct account_id, customer_id, rolling_days from lots) k
      join stay_transactions s on s.account_id = k.account_id and s.customer_id = k.customer_id and s.reversed_at is null
    ), days as (
      select customer_id, rolling_days, check_out_date as day, null::bigint as grant_point_id, null::date as expires_on,
        count(*) filter (where breaks) over (partition by customer_id, rolling_days order by check_out_date) as span
      from steps
      union all
      select customer_id, rolling_days, promised, grant_point_id, expires_on, null from lots
    ), placed as (
      select *, max(span) over (partition by customer_id, rolling_days order by day, grant_point_id nulls first
        rows unbounded preceding) as reached
      from days
    ), rolled as (
      select grant_point_id, customer_id, expires_on, greatest(day, rolling_days
        + max(day) filter (where grant_point_id is null) over (partition by customer_id, rolling_days, reached)) as last_day
      from placed
    )
    select grant_point_id, customer_id, last_day from rolled where grant_point_id is not null and last_day <> expires_on`;
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
      select ${ctx.accountId}::bigint as account_id, m.* from jsonb_to_recordset(${JSON.stringify(rolled)}::jsonb)
        as m (grant_point_id bigint, customer_id bigint, last_day date)
    ), woken as materialized (
      select m.account_id, m.grant_point_id, g.customer_id, m.last_day, l.expires_on, (
          select coalesce(sum(case j.kind when 'expired' then j.point else -j.point end), 0)::bigint from point_adjustments j
          where j.account_id = m.account_id and j.grant_point_id = m.grant_point_id and j.kind in ('expired', 'revived')) as point
      from moved m
      join point_lots l on l.account_id = m.account_id and l.grant_point_id = m.grant_point_id
      join grant_points g on g.account_id = m.account_id and g.id = m.grant_point_id
    ), unpaid as materialized (
      select p.account_id, p.customer_id, p.grant_point_id, p.cause_grant_point_id, p.happened_on, sum(p.point)::bigint as point
      from moved m
      join ${debtPayments} p on p.account_id = m.account_id and p.grant_point_id = m.grant_point_id and p.happened_on > m.last_day
      group by 1, 2, 3, 4, 5 having sum(p.point) > 0
    ), noted as (
      insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on, cause_grant_point_id, created_by)
      select account_id, customer_id, grant_point_id, 'revived', point, expires_on + 1, null::bigint, ${ctx.userId}::bigint
      from woken where point > 0
      union all
      select account_id, customer_id, grant_point_id, 'debt_incurred', point, happened_on, cause_grant_point_id, ${ctx.userId}::bigint from unpaid
    )
    update point_lots l set expires_on = w.last_day, updated_at = now(), remaining = l.remaining + w.point
      + coalesce((select sum(p.point) from unpaid p where p.account_id = w.account_id and p.grant_point_id = w.grant_point_id), 0)
    from woken w
    where l.account_id = w.account_id and l.grant_point_id = w.grant_point_id`;
}
