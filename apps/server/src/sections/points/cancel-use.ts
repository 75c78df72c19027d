import type { Tx } from "../../database/connection.ts";
import { expireLots, lockPointAccounts, type PointContext, payDebts, syncBalances } from "./lots.ts";
import { idsOfCustomer } from "./merged-customers.read.ts";

/**
 * Cancels one use. Idempotent: false when it was cancelled before. Its points go back to the same grants; what expired meanwhile stays
 * expired (noted on the day of the cancel, because it was not there to expire before), and a debt is paid first.
 */
export async function cancelPointUse(
  tx: Tx,
  ctx: PointContext,
  use: { id: number; customerId: number; remarks: string },
): Promise<boolean> {
  await lockPointAccounts(tx, ctx.accountId, [use.customerId]);
  const cancelled = await tx.run`update use_point_cases
    set cancel_date = ${ctx.today}::date, cancel_remarks = ${use.remarks}, updated_by = ${ctx.userId}, updated_at = now()
    where account_id = ${ctx.accountId} and id = ${use.id} and customer_id in ${idsOfCustomer(ctx.accountId, use.customerId)}
      and cancel_date is null`;
  if (cancelled === 0) return false;
  await expireLots(tx, ctx, [use.customerId]);
  await tx.run`
    with parts as materialized (
      select lot.account_id, lot.grant_point_id, point_grant.customer_id, used_point.use_point as point,
        (lot.expires_on < ${ctx.today}::date) is true as gone
      from use_points used_point
      join point_lots lot on lot.account_id = used_point.account_id
        and lot.grant_point_id = used_point.grant_point_id
      join grant_points point_grant on point_grant.account_id = lot.account_id and point_grant.id = lot.grant_point_id
      where used_point.account_id = ${ctx.accountId} and used_point.use_point_case_id = ${use.id}
    ), given_back as (
      update point_lots lot
      set remaining = lot.remaining + p.point, updated_at = now()
      from parts p
      where lot.account_id = p.account_id and lot.grant_point_id = p.grant_point_id and not p.gone
    )
    insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on, created_by)
    select account_id, customer_id, grant_point_id, 'expired', point, ${ctx.today}::date, ${ctx.userId}::bigint
    from parts
    where gone`;
  await payDebts(tx, ctx, [use.customerId]);
  await syncBalances(tx, ctx.accountId, [use.customerId]);
  return true;
}
