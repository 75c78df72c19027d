import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { isOpenLot } from "./balances.read.ts";
import { keepCampaignFigures } from "./campaign-figures.ts";
import { expireLots, lockPointAccounts, type PointContext, payDebts, syncBalances } from "./lots.ts";
import { applyReversals } from "./reverse-grants.ts";

export type Deduction = {
  customerId: number;
  facilityAccountId: number;
  /** Whole points, 1 or more: how many are taken away. */
  points: number;
  remarks: string;
  idempotencyKey: string;
};
export type Deducted = { ok: true; grant_point_id: number } | { ok: false; most: number };

/** Takes points away by hand, in spending order and at most what there is (docs/adr/0077). */
export async function deductPoints(
  tx: Tx,
  ctx: PointContext,
  { customerId, points, ...entry }: Deduction,
): Promise<Deducted> {
  await lockPointAccounts(tx, ctx.accountId, [customerId]);
  const { balance } = await tx.one<{
    balance: number;
  }>`select coalesce(sum(lot.remaining), 0)::bigint as balance
    from point_lots lot
    where lot.account_id = ${ctx.accountId} and lot.customer_id = ${customerId} and ${isOpenLot(ctx.today)}`;
  if (balance < points) return { ok: false, most: balance };
  await expireLots(tx, ctx, [customerId]);
  const { id } = await tx.one<{ id: number }>`
    insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type, remarks,
      idempotency_key, created_by, updated_by)
    values (${ctx.accountId}, ${entry.facilityAccountId}, ${customerId}, ${-points}, ${ctx.today}::date, 'none', ${entry.remarks},
      ${entry.idempotencyKey}, ${ctx.userId}, ${ctx.userId})
    returning id`;
  await tx.run`
    with lots as (
      select lot.grant_point_id, lot.remaining,
        sum(lot.remaining) over (order by lot.expires_on nulls last, lot.grant_point_id) - lot.remaining as before
      from point_lots lot
      where lot.account_id = ${ctx.accountId} and lot.customer_id = ${customerId} and ${isOpenLot(ctx.today)}
    ), taken as materialized (
      select grant_point_id, least(remaining, ${points}::bigint - before)::bigint as point
      from lots
      where before < ${points}::bigint
    ), emptied as (
      update point_lots lot
      set remaining = lot.remaining - t.point, updated_at = now()
      from taken t
      where lot.account_id = ${ctx.accountId} and lot.grant_point_id = t.grant_point_id
    )
    insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on, cause_grant_point_id, created_by)
    select point_grant.account_id, point_grant.customer_id, t.grant_point_id, 'reversed', t.point, ${ctx.today}::date, ${id},
      ${ctx.userId}::bigint
    from taken t
    join grant_points point_grant on point_grant.account_id = ${ctx.accountId} and point_grant.id = t.grant_point_id`;
  await syncBalances(tx, ctx.accountId, [customerId]);
  return { ok: true, grant_point_id: id };
}

/**
 * Takes back one grant that was made by hand or by a send, whole or in part. What was spent of it is taken from the guest's other points,
 * and the rest becomes a debt. At most what is left of the grant after earlier reversals, spent or not.
 */
export async function reversePointGrant(
  tx: Tx,
  ctx: PointContext,
  { grantId, points, ...entry }: Deduction & { grantId: number },
): Promise<Deducted> {
  // Lock order as in booking stays: the programme before the point account, because writing the entry of a reversed grant locks its lot's
  // rows.
  await lockProgramme(tx, ctx.accountId);
  await lockPointAccounts(tx, ctx.accountId, [entry.customerId]);
  const { left } = await tx.one<{
    left: number;
  }>`select coalesce(sum(point_grant.grant_point), 0)::bigint as left
    from grant_points point_grant
    where point_grant.account_id = ${ctx.accountId} and (point_grant.id = ${grantId} or point_grant.reverses_grant_point_id = ${grantId})`;
  if (left < points) return { ok: false, most: left };
  await expireLots(tx, ctx, [entry.customerId]);
  const { id } = await tx.one<{ id: number }>`
    insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type, expiration_date,
      expiration_days_from_grant, expiration_days_from_last_stay, remarks, action_id, campaign_id, push_action_id,
      reverses_grant_point_id, idempotency_key, created_by, updated_by)
    select point_grant.account_id, point_grant.facility_account_id, point_grant.customer_id, ${-points}, ${ctx.today}::date,
      point_grant.expiration_type, point_grant.expiration_date, point_grant.expiration_days_from_grant,
      point_grant.expiration_days_from_last_stay, ${entry.remarks}, point_grant.action_id, point_grant.campaign_id,
      point_grant.push_action_id, point_grant.id, ${entry.idempotencyKey}, ${ctx.userId}, ${ctx.userId}
    from grant_points point_grant
    where point_grant.account_id = ${ctx.accountId} and point_grant.id = ${grantId}
    returning id`;
  await applyReversals(tx, ctx, [id]);
  await keepCampaignFigures(tx, ctx.accountId, [id]);
  await payDebts(tx, ctx, [entry.customerId]);
  await syncBalances(tx, ctx.accountId, [entry.customerId]);
  return { ok: true, grant_point_id: id };
}
