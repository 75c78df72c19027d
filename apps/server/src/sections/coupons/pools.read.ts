import { hasPool } from "@okaeri/domain/coupons/pool";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { couponsWhere } from "./coupons.read.ts";

/** SQL over coupons `k`: those of the campaign. */
export const inCampaign = (
  accountId: number,
  campaignId: number,
) => sql`k.campaign_action_id in (select a.id from campaign_actions a
  join campaign_segments s on s.account_id = a.account_id and s.id = a.campaign_segment_id
  where a.account_id = ${accountId} and s.campaign_id = ${campaignId})`;

/** Whether the campaign has this coupon. */
export async function couponInCampaign(
  tx: Tx,
  accountId: number,
  campaignId: number,
  couponId: number,
): Promise<boolean> {
  const its = sql`k.id = ${couponId} and ${inCampaign(accountId, campaignId)}`;
  return (await couponsWhere(tx, accountId, its)).length > 0;
}

/** Those of these actions whose coupon has nothing to give: no code of its own, and none left in its pool. */
export async function emptyPools(tx: Tx, accountId: number, actionIds: readonly number[]): Promise<Set<number>> {
  const its = sql`k.type = 'code' and k.active_status = 'active' and k.campaign_action_id = any(${actionIds}::bigint[])`;
  const empty = (await couponsWhere(tx, accountId, its)).filter((one) => hasPool(one.terms) && one.codes_left === 0);
  return new Set(empty.flatMap((one) => one.campaign_action_id ?? []));
}
