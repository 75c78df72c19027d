import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "./given-ids.ts";
import { lockPointAccounts, type PointRun } from "./point-run.ts";

/**
 * Takes back what these stays had earned: a negative grant in the ledger, the points out of the grant's own lot, then out of the
 * customer's other lots in spending order, the rest as debt (domain/points/allocation reverseGrant). What has expired of a grant
 * is gone and owes nothing. Overdue lots must have been expired before. Reversing twice changes nothing.
 */
export async function reverseStayGrants(tx: Tx, run: PointRun, stayIds: readonly number[]): Promise<void> {
  const reversals = await sql<{ id: number; customer_id: number }>`
    with ${givenIds(run.accountId, stayIds)}
    insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type, remarks,
      action_id, stay_reservation_id, stay_transaction_id, reverses_grant_point_id, idempotency_key, created_by, updated_by)
    select g.account_id, g.facility_account_id, g.customer_id, -(g.grant_point - gone.point), ${run.today}::date, 'none', '',
      g.action_id, g.stay_reservation_id, g.stay_transaction_id, g.id, 'reverse:' || g.id, ${run.userId}, ${run.userId}
    from given n
    join grant_points g on g.account_id = n.account_id and g.stay_transaction_id = n.id
    cross join lateral (
      select coalesce(sum(a.point), 0)::bigint as point from point_adjustments a
      where a.account_id = g.account_id and a.grant_point_id = g.id and a.kind = 'expired'
    ) gone
    where g.grant_point > 0 and g.grant_point > gone.point
      and not exists (select from grant_points r where r.account_id = g.account_id and r.reverses_grant_point_id = g.id)
    order by g.customer_id, g.id
    returning id, customer_id`.execute(tx.db);
  if (reversals.rows.length === 0) return;
  await lockPointAccounts(tx, run.accountId, [...new Set(reversals.rows.map((row) => row.customer_id))]);
  await takeBack(
    tx,
    run,
    reversals.rows.map((row) => row.id),
  );
}

/**
 * Own lots first; then shortfalls and the other lots of a customer are laid along one line each (by id, by spending order) and
 * every overlap is a part taken. What no lot covers is the debt.
 */
async function takeBack(tx: Tx, run: PointRun, reversalIds: readonly number[]): Promise<void> {
  await sql`
    with ${givenIds(run.accountId, reversalIds)}, own as materialized (
      select r.account_id, r.id, r.customer_id, r.reverses_grant_point_id as lot_id, -r.grant_point as amount,
        least(-r.grant_point, l.remaining) as taken
      from given n
      join grant_points r on r.account_id = n.account_id and r.id = n.id
      join point_lots l on l.account_id = r.account_id and l.grant_point_id = r.reverses_grant_point_id
    ), short as materialized (
      select account_id, id, customer_id, sum(amount - taken) over w - (amount - taken) as start, sum(amount - taken) over w as finish
      from own where amount > taken window w as (partition by customer_id order by id)
    ), others as (
      select l.grant_point_id as lot_id, l.customer_id, sum(l.remaining) over w - l.remaining as start, sum(l.remaining) over w as finish
      from (select distinct account_id, customer_id from short) s
      join point_lots l on l.account_id = s.account_id and l.customer_id = s.customer_id
      where l.remaining > 0 and l.grant_point_id not in (select lot_id from own)
      window w as (partition by l.customer_id order by l.expires_on nulls last, l.grant_point_id)
    ), parts as materialized (
      select account_id, id, customer_id, lot_id, taken as point from own where taken > 0
      union all
      select s.account_id, s.id, s.customer_id, o.lot_id, (least(s.finish, o.finish) - greatest(s.start, o.start))::bigint
      from short s join others o on o.customer_id = s.customer_id and o.start < s.finish and s.start < o.finish
    ), owed as materialized (
      select o.account_id, o.id, o.customer_id, (o.amount - coalesce(sum(p.point), 0))::bigint as point
      from own o left join parts p on p.id = o.id group by o.account_id, o.id, o.customer_id, o.amount
    ), emptied as (
      update point_lots l set remaining = l.remaining - p.point, updated_at = now()
      from (select account_id, lot_id, sum(point)::bigint as point from parts group by account_id, lot_id) p
      where l.account_id = p.account_id and l.grant_point_id = p.lot_id
    ), noted as (
      insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on, cause_grant_point_id, created_by)
      select account_id, customer_id, lot_id, 'reversed', point, ${run.today}::date, id, ${run.userId}::bigint from parts
      union all
      select account_id, customer_id, id, 'debt_incurred', point, ${run.today}::date, id, ${run.userId}::bigint from owed where point > 0
    )
    update point_accounts a
    set balance = a.balance - t.taken, debt = a.debt + t.owed, updated_at = now()
    from (
      select account_id, customer_id, sum(taken)::bigint as taken, sum(owed)::bigint as owed
      from (
        select account_id, customer_id, point as taken, 0 as owed from parts
        union all
        select account_id, customer_id, 0, point from owed
      ) moved
      group by account_id, customer_id
    ) t
    where a.account_id = t.account_id and a.customer_id = t.customer_id`.execute(tx.db);
}
