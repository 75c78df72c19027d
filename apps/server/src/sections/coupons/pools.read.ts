import { hasPool } from "@okaeri/domain/coupons/pool";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { couponsWhere } from "./coupons.read.ts";

/** SQL over coupons `coupon`: those of the campaign, and those that guests have of what was taken out of it. */
export const inCampaign = (
  accountId: number,
  campaignId: number,
) => sql`(coupon.active_status = 'active' or coupon.issued_at is not null)
  and coupon.campaign_action_id in (select action.id
  from campaign_actions action
  join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
  where action.account_id = ${accountId} and segment.campaign_id = ${campaignId})`;

/** Whether the campaign has this coupon. */
export async function couponInCampaign(
  tx: Tx,
  accountId: number,
  campaignId: number,
  couponId: number,
): Promise<boolean> {
  const its = sql`coupon.id = ${couponId} and ${inCampaign(accountId, campaignId)}`;
  return (await couponsWhere(tx, accountId, its)).length > 0;
}

/** Coupons of these actions that have nothing to give: no code of their own, and none left in their pool. */
export async function emptyPools(
  tx: Tx,
  accountId: number,
  actionIds: readonly number[],
): Promise<{ actionId: number | null; variant: Variant }[]> {
  const its = sql`coupon.type = 'code' and coupon.active_status = 'active' and coupon.campaign_action_id = any(${actionIds}::bigint[])`;
  const empty = (await couponsWhere(tx, accountId, its)).filter((one) => hasPool(one.terms) && one.codes_left === 0);
  return empty.map((one) => ({ actionId: one.campaign_action_id, variant: one.terms.variant }));
}
