import type { PointGrantType } from "../enumerations.ts";
import { floorRate, isRate, MAX_STAY_YEN, toThousandths } from "../money.ts";

/** The Point entity's amount fields (specification §3). */
export interface GrantRule {
  grant_type: PointGrantType;
  /** Points, for absolute. */
  grant_absolute: number | null;
  /** Percent with up to three decimals, for rate. */
  grant_rate: number | null;
  /** Minimum use_price in yen; null = none. */
  grant_condition: number | null;
  /** Plans the grant is narrowed to; empty = all. */
  plan_code: readonly string[];
}

export interface EarningStay {
  /** Yen, the stay's total. */
  use_price: number;
  plan_code: string | null;
}

/** Largest grant that may be set, points. What would be more is refused where it is set, never cut. */
export const MAX_GRANT_POINTS = 10_000_000;
/** Largest least price that may be asked: the dearest stay. */
export const MAX_GRANT_CONDITION = MAX_STAY_YEN;

/** Whether a stay of that plan and price earns by this rule at all. */
export function earns(rule: GrantRule, stay: EarningStay): boolean {
  if (rule.grant_condition !== null && stay.use_price < rule.grant_condition) return false;
  return rule.plan_code.length === 0 || (stay.plan_code !== null && rule.plan_code.includes(stay.plan_code));
}

/** Points one stay earns: absolute, or the rate of use_price floored once on the stay's total; 0 when it does not earn. */
export function pointsForStay(rule: GrantRule, stay: EarningStay): number {
  if (!earns(rule, stay)) return 0;
  if (rule.grant_type === "absolute") return rule.grant_absolute ?? 0;
  return floorRate(Math.max(0, stay.use_price), toThousandths(rule.grant_rate ?? 0));
}

export type GrantRuleErrorCode = "required" | "out_of_range";
export interface GrantRuleError {
  path: "grant_absolute" | "grant_rate" | "grant_condition";
  code: GrantRuleErrorCode;
}

/** What is missing or wrong in a rule; empty = usable. A rate is above 0 and at most 100 %. */
export function grantRuleErrors(rule: GrantRule): GrantRuleError[] {
  const errors: GrantRuleError[] = [];
  if (rule.grant_type === "absolute") {
    const points = rule.grant_absolute;
    if (points === null) errors.push({ path: "grant_absolute", code: "required" });
    else if (!Number.isInteger(points) || points < 1 || points > MAX_GRANT_POINTS) {
      errors.push({ path: "grant_absolute", code: "out_of_range" });
    }
  } else if (rule.grant_rate === null) errors.push({ path: "grant_rate", code: "required" });
  else if (!isRate(rule.grant_rate)) errors.push({ path: "grant_rate", code: "out_of_range" });
  const minimum = rule.grant_condition;
  if (minimum !== null && (!Number.isSafeInteger(minimum) || minimum < 0 || minimum > MAX_GRANT_CONDITION)) {
    errors.push({ path: "grant_condition", code: "out_of_range" });
  }
  return errors;
}
