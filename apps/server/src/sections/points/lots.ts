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
      sql`select from point_accounts
        where account_id = ${accountId} and customer_id = any(${customerIds}::bigint[])
        order by customer_id for update`,
    );
  if ((await lock()).length === new Set(customerIds).size) return;
  // A customer who never had points has no account yet.
  await tx.run`insert into point_accounts (account_id, customer_id)
    select ${accountId}, id
    from unnest(${customerIds}::bigint[]) id
    order by id
    on conflict do nothing`;
  await lock();
}

/**
 * SQL rows `own_customer` (id) for the given holder `n`: the holder of points, and those who were merged into the holder (docs/adr/0101). Each
 * is looked up by its key, with the account of `n` (database/given-ids.ts).
 */
const ofHolder = sql`(
  select holder_customer.id
  from customers holder_customer
  where holder_customer.account_id = n.account_id and holder_customer.id = n.id and holder_customer.merged_into is null
  union all
  select merged_customer.id
  from customers merged_customer
  where merged_customer.account_id = n.account_id and merged_customer.merged_into = n.id
  offset 0
) own_customer`;

// Notes carry the customer of the grant they are about; a lot, whoever holds it today.
// The projection of the ledger: what is left of each grant and until when. Every function changes lots and notes why; `syncBalances`
// brings the balances in step and comes last. The accounts of the customers are locked before (lockPointAccounts).

/**
 * SQL rows (account_id, customer_id, grant_point_id, cause_grant_point_id, happened_on, point): what lots paid of debts, on its day, also at
 * once as a shortfall of another grant's reversal. Negative where a payment fell away: that is a debt incurred on a lot and not on a reversal.
 */
export const debtPayments = sql`(select adjustment.account_id, adjustment.customer_id, adjustment.grant_point_id,
    adjustment.cause_grant_point_id, adjustment.happened_on,
    case adjustment.kind when 'debt_incurred' then -adjustment.point else adjustment.point end as point
  from point_adjustments adjustment
  left join grant_points point_grant on point_grant.account_id = adjustment.account_id
    and point_grant.id = adjustment.cause_grant_point_id
  where adjustment.kind = 'debt_paid'
    or (adjustment.kind = 'reversed' and point_grant.reverses_grant_point_id <> adjustment.grant_point_id)
    or (adjustment.kind = 'debt_incurred' and adjustment.cause_grant_point_id is distinct from adjustment.grant_point_id))`;

/** A full lot for each new grant. */
export async function addLots(tx: Tx, accountId: number, grantIds: readonly number[]): Promise<void> {
  await tx.run`
    with ${givenIds(accountId, grantIds)}
    insert into point_lots (account_id, grant_point_id, customer_id, granted, remaining, expires_on, rolling_days)
    select point_grant.account_id, point_grant.id, point_grant.customer_id, point_grant.grant_point, point_grant.grant_point,
      point_grant.expiration_date, point_grant.expiration_days_from_last_stay
    from given n
    join grant_points point_grant on point_grant.account_id = n.account_id and point_grant.id = n.id`;
}

/** Empties the customers' lots whose last valid day has passed. Noted on the day after it, whenever that is found out. */
export async function expireLots(tx: Tx, ctx: PointContext, customerIds: readonly number[]): Promise<void> {
  await tx.run`
    with ${givenIds(ctx.accountId, customerIds)}, gone as materialized (
      select lot.account_id, lot.grant_point_id, point_grant.customer_id, lot.remaining, lot.expires_on
      from given n
      join point_lots lot on lot.account_id = n.account_id and lot.customer_id = n.id
      join grant_points point_grant on point_grant.account_id = lot.account_id and point_grant.id = lot.grant_point_id
      where lot.remaining > 0 and lot.expires_on < ${ctx.today}::date
    ), emptied as (
      update point_lots lot
      set remaining = 0, updated_at = now()
      from gone
      where lot.account_id = gone.account_id and lot.grant_point_id = gone.grant_point_id
    )
    insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on, created_by)
    select account_id, customer_id, grant_point_id, 'expired', remaining, expires_on + 1, ${ctx.userId}::bigint
    from gone`;
}

/** Pays debts out of living lots in spending order, as far as they reach. */
export async function payDebts(tx: Tx, ctx: PointContext, customerIds: readonly number[]): Promise<void> {
  await tx.run`
    with ${givenIds(ctx.accountId, customerIds)}, owing as materialized (
      select n.account_id, n.id as customer_id,
        sum(case adjustment.kind when 'debt_incurred' then adjustment.point else -adjustment.point end)::bigint as debt
      from given n
      cross join lateral ${ofHolder}
      join point_adjustments adjustment on adjustment.account_id = n.account_id and
        adjustment.customer_id = own_customer.id and adjustment.kind in ('debt_incurred', 'debt_paid')
      group by n.account_id, n.id
      having sum(case adjustment.kind when 'debt_incurred' then adjustment.point else -adjustment.point end) > 0
    ), parts as materialized (
      select l.account_id, l.grant_point_id, l.granted_to as customer_id, l.grant_date,
        least(l.remaining, l.debt - l.before)::bigint as point
      from (
        select lot.*, point_grant.customer_id as granted_to, point_grant.grant_date, o.debt,
          sum(lot.remaining) over w - lot.remaining as before
        from owing o
        join point_lots lot on lot.account_id = o.account_id and lot.customer_id = o.customer_id
        join grant_points point_grant on point_grant.account_id = lot.account_id and point_grant.id = lot.grant_point_id
        where ${isOpenLot(ctx.today)}
        window w as (partition by lot.customer_id order by lot.expires_on nulls last, lot.grant_point_id)
      ) l
      where l.before < l.debt
    ), emptied as (
      update point_lots lot
      set remaining = lot.remaining - p.point, updated_at = now()
      from parts p
      where lot.account_id = p.account_id and lot.grant_point_id = p.grant_point_id
    )
    insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on, created_by)
    select account_id, customer_id, grant_point_id, 'debt_paid', point, ${ctx.today}::date, ${ctx.userId}::bigint
    from parts`;
}

/** The customers' balances and debts as their lots and notes have them. */
export async function syncBalances(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  await tx.run`
    with ${givenIds(accountId, customerIds)}, stands as materialized (
      select n.account_id, n.id as customer_id,
        (select coalesce(sum(lot.remaining), 0)::bigint
          from point_lots lot
          where lot.account_id = ${accountId} and lot.customer_id = n.id and lot.remaining > 0) as balance,
        (select coalesce(sum(case adjustment.kind when 'debt_incurred' then adjustment.point else -adjustment.point end), 0)::bigint
          from ${ofHolder}
          join point_adjustments adjustment on adjustment.account_id = n.account_id
            and adjustment.customer_id = own_customer.id
          where adjustment.kind in ('debt_incurred', 'debt_paid')) as debt
      from given n
    )
    update point_accounts point_account
    set balance = s.balance, debt = s.debt, updated_at = now()
    from stands s
    where point_account.account_id = s.account_id and point_account.customer_id = s.customer_id
      and (point_account.balance, point_account.debt) <> (s.balance, s.debt)`;
}

/**
 * Empties the lots whose last valid day has passed, and lowers the balances with them. Runs nightly for every programme and before stays
 * are applied, so that points left in a lot are always valid. Returns how many customers lost points.
 */
export async function expirePoints(tx: Tx, ctx: PointContext): Promise<number> {
  await lockProgramme(tx, ctx.accountId);
  const overdue = await tx.all<{ customer_id: number }>`select distinct customer_id
    from point_lots
    where account_id = ${ctx.accountId} and remaining > 0 and expires_on < ${ctx.today}::date`;
  if (overdue.length === 0) return 0;
  const customerIds = overdue.map((row) => row.customer_id);
  await lockPointAccounts(tx, ctx.accountId, customerIds);
  await expireLots(tx, ctx, customerIds);
  await syncBalances(tx, ctx.accountId, customerIds);
  return customerIds.length;
}
