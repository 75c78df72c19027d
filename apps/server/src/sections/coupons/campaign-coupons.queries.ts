import type { CouponTerms } from "@okaeri/domain/coupons/coupon";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { couponsWhere } from "./coupons.read.ts";

/** The coupons of a campaign, the newest first, and how each stands. Undefined: there is no such campaign. */
export async function couponsOfCampaign(tx: Tx, accountId: number, campaignId: number) {
  const campaign = await tx.maybe`select from campaigns c where c.account_id = ${accountId} and c.id = ${campaignId}`;
  if (campaign === undefined) return undefined;
  const its = sql`k.campaign_action_id in (select a.id from campaign_actions a
    join campaign_segments s on s.account_id = a.account_id and s.id = a.campaign_segment_id
    where a.account_id = ${accountId} and s.campaign_id = ${campaignId})`;
  const coupons = await couponsWhere(tx, accountId, its);
  return coupons.map(({ id, terms, state, acquired, used }) => ({
    ...{ id, state, acquired, used, name: terms.name, type: terms.type, code: terms.code },
    ...{ acquire_amount_limit: terms.acquire_amount_limit, use_amount_limit: terms.use_amount_limit },
    plan_figure: planFigure(terms),
  }));
}

const planFigure = ({ absolute_type, rate_type }: CouponTerms): "yen" | "percent" | null => {
  if (absolute_type === "plan") return "yen";
  return rate_type === "plan" ? "percent" : null;
};
