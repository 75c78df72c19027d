import type { CouponTerms } from "@okaeri/domain/coupons/coupon";
import { hasPool } from "@okaeri/domain/coupons/pool";
import type { Tx } from "../../database/connection.ts";
import { type Coupon, couponsWhere } from "./coupons.read.ts";
import { inCampaign } from "./pools.read.ts";

/** The coupons of a campaign and how each stands: the newest first, of one action by their letters. Undefined: there is no such campaign. */
export async function couponsOfCampaign(tx: Tx, accountId: number, campaignId: number) {
  const campaign =
    await tx.maybe`select from campaigns campaign where campaign.account_id = ${accountId} and campaign.id = ${campaignId}`;
  if (campaign === undefined) return undefined;
  const coupons = await couponsWhere(tx, accountId, inCampaign(accountId, campaignId));
  return inOrder(coupons).map(({ id, campaign_action_id, terms, state, acquired, used, ...codes }) => ({
    id,
    // `inCampaign` asks for the actions of the campaign.
    campaign_action_id: campaign_action_id as number,
    state,
    acquired,
    used,
    pool: hasPool(terms) ? poolOf(codes) : null,
    variant: terms.variant,
    name: terms.name,
    type: terms.type,
    code: terms.code,
    acquire_amount_limit: terms.acquire_amount_limit,
    use_amount_limit: terms.use_amount_limit,
    plan_figure: planFigure(terms),
  }));
}

const inOrder = (coupons: readonly Coupon[]): Coupon[] =>
  [...Map.groupBy(coupons, ({ campaign_action_id }) => campaign_action_id).values()].flatMap((ofAction) =>
    ofAction.toSorted((a, b) => a.terms.variant.localeCompare(b.terms.variant)),
  );

const poolOf = ({ code_count, codes_left: left, codes_alarm_at: alarm_at }: Pools) => ({
  left,
  given: code_count - left,
  alarm_at,
});
type Pools = Pick<Coupon, "code_count" | "codes_left" | "codes_alarm_at">;

const planFigure = ({ absolute_type, rate_type }: CouponTerms): "yen" | "percent" | null => {
  if (absolute_type === "plan") return "yen";
  return rate_type === "plan" ? "percent" : null;
};
