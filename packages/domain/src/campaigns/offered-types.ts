import type { CampaignType } from "../enumerations.ts";

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
