import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import type { PointContext } from "./lots.ts";

/**
 * Books what negative grants take back (domain/points/allocation reverseGrant): first from the reversed grant's own lot, then from its
 * expired points (which then count as never expired), then from the customer's other open lots in spending order; the rest becomes a debt.
 * Interval overlap: shortfalls and other lots of a customer are laid along one line each (by id, by spending order), and every overlap is a
 * part taken. Overdue lots must have been expired before.
 */
export async function applyReversals(tx: Tx, ctx: PointContext, reversalIds: readonly number[]): Promise<void> {
  if (reversalIds.length === 0) return;
  await tx.run`
    with ${givenIds(ctx.accountId, reversalIds)}, own as materialized (
      select *, least(amount - taken, expired) as lapsed
      from (
        select point_grant.account_id, point_grant.id, point_grant.customer_id, lot.customer_id as holder, point_grant.grant_date,
          point_grant.reverses_grant_point_id as lot_id, lot.expires_on, -point_grant.grant_point as amount,
          least(-point_grant.grant_point, lot.remaining) as taken,
          (select coalesce(sum(case adjustment.kind when 'expired' then adjustment.point else -adjustment.point end), 0)::bigint
            from point_adjustments adjustment
            where adjustment.account_id = lot.account_id and adjustment.grant_point_id = lot.grant_point_id
              and adjustment.kind in ('expired', 'revived')) as expired
        from given n
        join grant_points point_grant on point_grant.account_id = n.account_id and point_grant.id = n.id
        join point_lots lot on lot.account_id = point_grant.account_id and lot.grant_point_id = point_grant.reverses_grant_point_id
      ) lots
    ), short as materialized (
      select account_id, id, holder, sum(missing) over w - missing as start, sum(missing) over w as finish
      from (select *, amount - taken - lapsed as missing from own) o
      where missing > 0
      window w as (partition by holder order by id)
    ), others as (
      select l.grant_point_id as lot_id, l.customer_id as holder, sum(l.left_over) over w - l.left_over as start,
        sum(l.left_over) over w as finish
      from (
        select lot.*, lot.remaining - coalesce(o.taken, 0) as left_over
        from (select distinct account_id, holder from short) s
        join point_lots lot on lot.account_id = s.account_id and lot.customer_id = s.holder and lot.remaining > 0
        left join own o on o.lot_id = lot.grant_point_id
      ) l
      where l.left_over > 0
      window w as (partition by l.customer_id order by l.expires_on nulls last, l.grant_point_id)
    ), parts as materialized (
      select account_id, id, customer_id, grant_date as happened_on, lot_id, taken as point
      from own
      where taken > 0
      union all
      -- Another lot pays today, as it would pay a debt.
      select s.account_id, s.id,
        (select point_grant.customer_id
          from grant_points point_grant
          where point_grant.account_id = s.account_id and point_grant.id = o.lot_id),
        ${ctx.today}::date, o.lot_id, (least(s.finish, o.finish) - greatest(s.start, o.start))::bigint
      from short s
      join others o on o.holder = s.holder and o.start < s.finish and s.start < o.finish
    ), owed as materialized (
      -- Grouped once and not joined: the planner expects one row of each set, and would go through one for each row of the other.
      select min(o.account_id) as account_id, o.id, min(o.customer_id) as customer_id, sum(o.point)::bigint as point
      from (
        select own.account_id, own.id, own.customer_id, own.amount - own.lapsed as point
        from own
        union all
        select parts.account_id, parts.id, null, -parts.point
        from parts
      ) o
      group by o.id
    ), emptied as (
      update point_lots lot
      set remaining = lot.remaining - p.point, updated_at = now()
      from (select account_id, lot_id, sum(point)::bigint as point from parts group by account_id, lot_id) p
      where lot.account_id = p.account_id and lot.grant_point_id = p.lot_id
    )
    insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on, cause_grant_point_id, created_by)
    select account_id, customer_id, lot_id, 'reversed', point, happened_on, id, ${ctx.userId}::bigint
    from parts
    union all
    select account_id, customer_id, lot_id, 'revived', lapsed, expires_on + 1, id, ${ctx.userId}::bigint
    from own
    where lapsed > 0
    union all
    select account_id, customer_id, lot_id, 'reversed', lapsed, grant_date, id, ${ctx.userId}::bigint
    from own
    where lapsed > 0
    union all
    select account_id, customer_id, id, 'debt_incurred', point, ${ctx.today}::date, id, ${ctx.userId}::bigint
    from owed
    where point > 0`;
}
