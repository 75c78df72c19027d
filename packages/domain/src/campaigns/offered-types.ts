import type { ActionType, CampaignType } from "../enumerations.ts";

/** What can be made today: customer_service campaigns act around a stay and follow once something sets them off. */
const OFFERED: readonly CampaignType[] = ["repeat_promotion", "basic"];

/** What a person chooses from: what is offered, and what was chosen already. */
export function typesToChoose(chosen?: CampaignType): readonly CampaignType[] {
  return chosen === undefined || OFFERED.includes(chosen) ? OFFERED : [...OFFERED, chosen];
}

/** A campaign that nothing would carry out is neither saved nor switched on. */
export function typeProblems(type: CampaignType): { path: string; code: "not_offered" }[] {
  return OFFERED.includes(type) ? [] : [{ path: "type", code: "not_offered" }];
}

/** Gifts and messages of a send. */
const SENT: readonly ActionType[] = ["point", "coupon", "line", "mail"];
/** Product §8, "Type × action": a basic campaign works on each stay, it grants points and does not send. */
const CARRIED_OUT: Record<CampaignType, readonly ActionType[]> = {
  basic: ["point"],
  customer_service: SENT,
  repeat_promotion: SENT,
};

/** Whether a campaign of this type does it. What is left from another type is told and counted nowhere. */
export function carriesOut(type: CampaignType, action: ActionType): boolean {
  return CARRIED_OUT[type].includes(action);
}
