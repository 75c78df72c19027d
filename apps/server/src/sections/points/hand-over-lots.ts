import type { Tx } from "../../database/connection.ts";
import { expireLots, lockPointAccounts, type PointContext, payDebts, syncBalances } from "./lots.ts";

/** Gives the lots of these customers to another one; their grants stay where they are. @returns the lots, by grant. */
export async function handOverLots(tx: Tx, accountId: number, from: readonly number[], to: number): Promise<number[]> {
  const moved = await tx.all<{ id: number }>`update point_lots
    set customer_id = ${to}, updated_at = now()
    where account_id = ${accountId} and customer_id = any(${from}::bigint[])
    returning grant_point_id as id`;
  return moved.map((row) => row.id);
}

/** Gives lots back to the customer to whom they were granted, or to whom that one was merged earlier. */
export async function handBackLots(tx: Tx, accountId: number, lots: readonly number[], to: number): Promise<void> {
  await tx.run`update point_lots
    set customer_id = ${to}, updated_at = now()
    where account_id = ${accountId} and grant_point_id = any(${lots}::bigint[])`;
}

/** Locks the point accounts that a merge, or its undo, brings together. */
export async function lockHolders(tx: Tx, ctx: PointContext, customerIds: readonly number[]): Promise<void> {
  await lockPointAccounts(tx, ctx.accountId, customerIds);
  await expireLots(tx, ctx, customerIds);
}

/** After lots or debts have changed hands: debts are paid as far as lots reach, and the balances follow. */
export async function settleHolders(tx: Tx, ctx: PointContext, customerIds: readonly number[]): Promise<void> {
  await payDebts(tx, ctx, customerIds);
  await syncBalances(tx, ctx.accountId, customerIds);
}

/**
 * Whether points of one side paid for the other: a use, a reversal or a debt that took from lots of both. Such a ledger cannot be split
 * again. `one`: the customers of one side; all others of `both` are the other side.
 */
export async function isLedgerShared(
  tx: Tx,
  accountId: number,
  { one, both }: { one: readonly number[]; both: readonly number[] },
): Promise<boolean> {
  const found = await tx.one<{ shared: boolean }>`
    with mine as (
      select account_id, id, customer_id = any(${one}::bigint[]) as side
      from grant_points
      where account_id = ${accountId} and customer_id = any(${both}::bigint[])
    ), debts as (
      select m.side, sum(case adjustment.kind when 'debt_incurred' then adjustment.point else -adjustment.point end) as left_over
      from mine m
      join point_adjustments adjustment on adjustment.account_id = m.account_id and adjustment.grant_point_id = m.id
        and adjustment.kind in ('debt_incurred', 'debt_paid')
      group by m.side
    )
    select exists (select from use_point_cases point_use
        join use_points used_point on used_point.account_id = point_use.account_id and used_point.use_point_case_id = point_use.id
        join mine m on m.id = used_point.grant_point_id
        where point_use.account_id = ${accountId} and point_use.customer_id = any(${both}::bigint[]) and point_use.cancel_date is null
          and m.side <> (point_use.customer_id = any(${one}::bigint[])))
        or exists (select from mine m
          join point_adjustments adjustment on adjustment.account_id = m.account_id and adjustment.grant_point_id = m.id
            and adjustment.kind = 'reversed'
          join mine cause on cause.id = adjustment.cause_grant_point_id
          where cause.side <> m.side) or exists (select from debts where left_over < 0) as shared`;
  return found.shared;
}
