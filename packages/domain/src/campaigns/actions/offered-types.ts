import type { ActionType, CampaignType } from "../../enumerations.ts";

/** In the order in which a person chooses. */
export const TYPES_TO_CHOOSE: readonly CampaignType[] = ["repeat_promotion", "customer_service", "basic"];

/** Why a type does not take a kind. */
export type TypeRefusal = "coupon_not_each_stay" | "message_not_each_stay";

/**
 * Product §8, "Type × action": null where a campaign of this type takes the kind, else the reason. A basic campaign works on each stay: it
 * grants points, which each correction of the stay reverses exactly, and it does not send.
 */
const REFUSALS: Record<CampaignType, Record<ActionType, TypeRefusal | null>> = {
  basic: { point: null, coupon: "coupon_not_each_stay", line: "message_not_each_stay", mail: "message_not_each_stay" },
  customer_service: { point: null, coupon: null, line: null, mail: null },
  repeat_promotion: { point: null, coupon: null, line: null, mail: null },
};
/** Where points may be a share of a stay's price. */
const TAKES_RATES: Record<CampaignType, boolean> = { basic: true, customer_service: false, repeat_promotion: false };

/** Why a campaign of this type takes no action of the kind; null: it does. */
export function typeRefusalOf(type: CampaignType, action: ActionType): TypeRefusal | null {
  return REFUSALS[type][action];
}

/** Whether a campaign of this type carries the action out. Actions left from another type are shown and counted nowhere. */
export function carriesOut(type: CampaignType, action: ActionType): boolean {
  return typeRefusalOf(type, action) === null;
}

/** Whether points of a campaign of this type may be a share of a price. */
export function takesRates(type: CampaignType): boolean {
  return TAKES_RATES[type];
}
