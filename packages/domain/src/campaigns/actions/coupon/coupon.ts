import {
  type CouponTerms,
  couponErrors,
  type EndedTerms,
  endNotChosen,
  overFromTheStart,
} from "../../../coupons/coupon.ts";
import { hasPool } from "../../../coupons/pool.ts";
import type { ActionCounts, CountedSegment } from "../../audience/counting.ts";
import { variantProblems } from "../../variants/variant-problems.ts";
import type { WithVariants } from "../../variants/variants.ts";
import type { ActionRule } from "../action-rule.ts";

export const couponRule: ActionRule<EndedTerms & WithVariants> = {
  problems: (coupon, { today, firstGrant }) => [
    ...couponErrors(coupon),
    ...endNotChosen(coupon),
    ...overFromTheStart(coupon, today, firstGrant),
  ],
  together: variantProblems,
  gives: (coupon) => (coupon === null ? [] : coupon.type === "code" ? ["coupon", "coupon_code"] : ["coupon"]),
};

/** Whether fewer guests get the coupon than it is for: it is limited, or some have it already. */
export const isCouponShort = ({ coupons, benefits_for }: Pick<CountedSegment, "coupons" | "benefits_for">): boolean =>
  coupons !== null && coupons < benefits_for;

export const couponCounts: ActionCounts<
  Pick<CouponTerms, "type" | "code" | "taken_by_guest" | "acquire_amount_limit"> & WithVariants
> = {
  counting: ({ variant, share, ...coupon }, id) => ({
    coupons: [{ action_id: id, ...givenOf(coupon), variant, share }],
  }),
  reaches: ({ coupons, benefits_for }) => coupons ?? benefits_for,
  isShort: isCouponShort,
  atMost: (_, short) => short,
};

function givenOf(coupon: Pick<CouponTerms, "type" | "code" | "taken_by_guest" | "acquire_amount_limit">) {
  // What is offered goes to everybody; who comes too late is told on its page.
  if (coupon.taken_by_guest) return { given: "shared", limit: null } as const;
  if (coupon.type === "acquire") return { given: "each", limit: coupon.acquire_amount_limit } as const;
  return { given: hasPool(coupon) ? "pool" : "shared", limit: null } as const;
}
