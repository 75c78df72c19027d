import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import { runPrepared, type Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { isOpenLot } from "./balances.read.ts";

/** For whom and on which day a command writes. `userId` null: the system itself, or a booking engine by its key. */
export type PointContext = {
  readonly accountId: number;
  readonly today: CalendarDate;
  readonly userId: number | null;
  readonly partnerKeyId?: number;
};

/**
 * Locks the point accounts of these customers in the order of their ids (no deadlock). A statement of its own: under read committed, the
 * next statement sees what the previous holder committed.
 */
export async function lockPointAccounts(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  const lock = () =>
    runPrepared(
      tx,
      "lock-point-accounts",
      sql`select from point_accounts where account_id = ${accountId} and customer_id = any(${customerIds}::bigint[])
        order by customer_id for update`,
    );
  if ((await lock()).length === new Set(customerIds).size) return;
  // A customer who never had points has no account yet.
  await tx.run`insert into point_accounts (account_id, customer_id)
    select ${accountId}, id from unnest(${customerIds}::bigint[]) id order by id on conflict do nothing`;
  await lock();
}

/** SQL over given holders `n` and customers `o`: the holder of points, or who was merged into the holder (docs/adr/0101). */
const isOfHolder = sql`(o.account_id = n.account_id and ((o.id = n.id and o.merged_into is null) or o.merged_into = n.id))`;

// Notes carry the customer of the grant they are about; a lot, whoever holds it today.
// The projection of the ledger: what is left of each grant and until when. Every function changes lots and notes why; `syncBalances`
// brings the balances in step and comes last. The accounts of the customers are locked before (lockPointAccounts).

/**
 * SQL rows (account_id, customer_id, grant_point_id, cause_grant_point_id, happened_on, point): what lots paid of debts, on its day, also at
 * once as a shortfall of another grant's reversal. Negative where a payment fell away: that is a debt incurred on a lot and not on a reversal.
 */
export const debtPayments = sql`(select j.account_id, j.customer_id, j.grant_point_id, j.cause_grant_point_id, j.happened_on,
    case j.kind when 'debt_incurred' then -j.point else j.point end as point
  from point_adjustments j
  left join grant_points w on w.account_id = j.account_id and w.id = j.cause_grant_point_id
  where j.kind = 'debt_paid' or (j.kind = 'reversed' and w.reverses_grant_point_id <> j.grant_point_id)
    or (j.kind = 'debt_incurred' and j.cause_grant_point_id is distinct from j.grant_point_id))`;

/** A full lot for each new grant. */
export async function addLots(tx: Tx, accountId: number, grantIds: readonly number[]): Promise<void> {
  await tx.run`
    with ${givenIds(accountId, grantIds)}
    insert into point_lots (account_id, grant_point_id, customer_id, granted, remaining, expires_on, rolling_days)
    select g.account_id, g.id, g.customer_id, g.grant_point, g.grant_point, g.expiration_date, g.expiration_days_from_last_stay
    from given n join grant_points g on g.account_id = n.account_id and g.id = n.id`;
}

/** Empties the customers' lots whose last valid day has passed. Noted on the day after it, whenever that is found out. */
export async function expireLots(tx: Tx, ctx: PointContext, customerIds: readonly number[]): Promise<void> {
  await tx.run`
    with ${givenIds(ctx.accountId, customerIds)}, gone as materialized (
      select l.account_id, l.grant_point_id, g.customer_id, l.remaining, l.expires_on
      from given n join point_lots l on l.account_id = n.account_id and l.customer_id = n.id
      join grant_points g on g.account_id = l.account_id and g.id = l.grant_point_id
      where l.remaining > 0 and l.expires_on < ${ctx.today}::date
    ), emptied as (
      update point_lots l set remaining = 0, updated_at = now() from gone
      where l.account_id = gone.account_id and l.grant_point_id = gone.grant_point_id
    )
    insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on, created_by)
    select account_id, customer_id, grant_point_id, 'expired', remaining, expires_on + 1, ${ctx.userId}::bigint from gone`;
}

/** Pays debts out of living lots in spending order, as far as they reach. */
export async function payDebts(tx: Tx, ctx: PointContext, customerIds: readonly number[]): Promise<void> {
  await tx.run`
    with ${givenIds(ctx.accountId, customerIds)}, owing as materialized (
      select n.account_id, n.id as customer_id, sum(case j.kind when 'debt_incurred' then j.point else -j.point end)::bigint as debt
      from given n
      join customers o on ${isOfHolder}
      join point_adjustments j on j.account_id = o.account_id and j.customer_id = o.id and j.kind in ('debt_incurred', 'debt_paid')
      group by n.account_id, n.id having sum(case j.kind when 'debt_incurred' then j.point else -j.point end) > 0
    ), parts as materialized (
      select l.account_id, l.grant_point_id, l.granted_to as customer_id, l.grant_date,
        least(l.remaining, l.debt - l.before)::bigint as point
      from (
        select l.*, g.customer_id as granted_to, g.grant_date, o.debt, sum(l.remaining) over w - l.remaining as before
        from owing o
        join point_lots l on l.account_id = o.account_id and l.customer_id = o.customer_id
        join grant_points g on g.account_id = l.account_id and g.id = l.grant_point_id
        where ${isOpenLot(ctx.today)}
        window w as (partition by l.customer_id order by l.expires_on nulls last, l.grant_point_id)
      ) l
      where l.before < l.debt
    ), emptied as (
      update point_lots l set remaining = l.remaining - p.point, updated_at = now() from parts p
      where l.account_id = p.account_id and l.grant_point_id = p.grant_point_id
    )
    insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on, created_by)
    select account_id, customer_id, grant_point_id, 'debt_paid', point, ${ctx.today}::date, ${ctx.userId}::bigint from parts`;
}

/** The customers' balances and debts as their lots and notes have them. */
export async function syncBalances(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  await tx.run`
    with ${givenIds(accountId, customerIds)}, stands as materialized (
      select n.account_id, n.id as customer_id,
        (select coalesce(sum(l.remaining), 0)::bigint from point_lots l
          where l.account_id = n.account_id and l.customer_id = n.id and l.remaining > 0) as balance,
        (select coalesce(sum(case j.kind when 'debt_incurred' then j.point else -j.point end), 0)::bigint from customers o
          join point_adjustments j on j.account_id = o.account_id and j.customer_id = o.id
          where ${isOfHolder} and j.kind in ('debt_incurred', 'debt_paid')) as debt
      from given n
    )
    update point_accounts a set balance = s.balance, debt = s.debt, updated_at = now() from stands s
    where a.account_id = s.account_id and a.customer_id = s.customer_id and (a.balance, a.debt) <> (s.balance, s.debt)`;
}

/**
 * Empties the lots whose last valid day has passed, and lowers the balances with them. Runs nightly for every programme and before stays
 * are applied, so that points left in a lot are always valid. Returns how many customers lost points.
 */
export async function expirePoints(tx: Tx, ctx: PointContext): Promise<number> {
  await lockProgramme(tx, ctx.accountId);
  const overdue = await tx.all<{ customer_id: number }>`select distinct customer_id from point_lots
    where account_id = ${ctx.accountId} and remaining > 0 and expires_on < ${ctx.today}::date`;
  if (overdue.length === 0) return 0;
  const customerIds = overdue.map((row) => row.customer_id);
  await lockPointAccounts(tx, ctx.accountId, customerIds);
  await expireLots(tx, ctx, customerIds);
  await syncBalances(tx, ctx.accountId, customerIds);
  return customerIds.length;
}
