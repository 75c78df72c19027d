import type { CouponErrorCode } from "../../coupons/coupon.ts";
import type { BlockFault } from "../../messaging/mail-blocks.ts";
import type { TextFault } from "../../messaging/mail-text.ts";
import type { GrantRuleErrorCode } from "../../points/amount.ts";
import type { ExpirationErrorCode } from "../../points/expiry.ts";
import type { TargetProblem } from "../../segments/target.ts";
import type { TypeRefusal } from "../actions/offered-types.ts";

type ReadinessCode =
  | "required"
  | "before_start"
  | "already_over"
  | "no_segments"
  | "no_actions"
  | "no_stay_points"
  | "rate_needs_stay"
  | "no_points_granted"
  | "no_reservation_mentioned"
  | "no_coupon_code"
  | "invalid_mail"
  | "remaining_of_other"
  | "share_alone"
  | "share_of_variant"
  | "variant_language";
type RuleCode = BlockFault["code"] | GrantRuleErrorCode | ExpirationErrorCode | CouponErrorCode;

/** The campaign's own problems, and those of the rules that own a field. Paths are like "segments.0.actions.1.mail.title". */
export type ReadinessProblem = { path: string } & (
  | { code: ReadinessCode | RuleCode | TypeRefusal }
  | { code: "too_many"; max: number }
  | { code: "shares_over" | "shares_under"; sum: number }
  | Omit<TextFault, "path">
  | TargetProblem
);

export function requiredProblem(path: string, value: unknown): ReadinessProblem[] {
  const empty = value === null || value === undefined || (typeof value === "string" && value.trim() === "");
  return empty ? [{ path, code: "required" }] : [];
}
