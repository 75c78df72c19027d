import type { ActionType, CampaignType } from "../../enumerations.ts";
import type { ActionRule } from "../actions/action-rule.ts";
import { detailsOf } from "../actions/further-details.ts";

// What a campaign is to guests and beside other campaigns.

/** `service`: about the stay, without advertising. It asks no consent to advertising and counts in no cap. */
export const CAMPAIGN_PURPOSES = ["marketing", "service"] as const;
export type CampaignPurpose = (typeof CAMPAIGN_PURPOSES)[number];

/** 1 counts first where a guest may get only some of what waits. */
export const LAST_PRIORITY = 9;
/** Percent of the guests meant who get nothing, so that it can be told what the campaign does. */
export const MAX_CONTROL_RATE = 50;

export const NEW_CAMPAIGN = { purpose: "marketing", priority: 5, control_rate: 0 } as const satisfies CampaignSays;

interface CampaignSays {
  purpose: CampaignPurpose;
  priority: number;
  control_rate: number;
}
interface Campaign<Type> extends CampaignSays {
  type: CampaignType;
  segments: readonly { actions: readonly { type: Type }[] }[];
}
/** Rules of the kinds of action. */
type RuleOf<Type> = (type: Type) => Pick<ActionRule<never>, "couponMention">;
type PurposeProblem = {
  path: string;
  code:
    | "service_of_stays"
    | "coupon_not_service"
    | "coupon_mentioned_not_service"
    | "control_not_service"
    | "control_not_each_stay";
};

/** Returns what of a campaign's purpose and control group contradicts its type and actions. */
export function purposeProblems<Type extends ActionType>(
  { type, purpose, control_rate, segments }: Campaign<Type>,
  ruleOf: RuleOf<Type>,
): PurposeProblem[] {
  const problems: PurposeProblem[] = [];
  if (purpose === "service") {
    if (type !== "customer_service") problems.push({ path: "purpose", code: "service_of_stays" });
    for (const [at, { actions }] of segments.entries())
      for (const [place, action] of actions.entries())
        problems.push(...advertisingIn(action, `segments.${at}.actions.${place}`, ruleOf));
  }
  if (control_rate > 0 && type === "basic") problems.push({ path: "control_rate", code: "control_not_each_stay" });
  else if (control_rate > 0 && purpose === "service")
    problems.push({ path: "control_rate", code: "control_not_service" });
  return problems;
}

/** A coupon that the action gives, and one that its messages mention. */
function advertisingIn<Type extends ActionType>(
  action: { type: Type },
  path: string,
  ruleOf: RuleOf<Type>,
): PurposeProblem[] {
  if (action.type === "coupon") return [{ path: `${path}.type`, code: "coupon_not_service" }];
  const { couponMention } = ruleOf(action.type);
  return detailsOf(action).flatMap(({ path: at, detail }) => {
    const couponPath = detail === null ? undefined : couponMention?.(detail as never);
    return couponPath === undefined
      ? []
      : [{ path: `${path}.${at}.${couponPath}`, code: "coupon_mentioned_not_service" as const }];
  });
}
