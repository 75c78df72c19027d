import { type CouponTerms, couponErrors, overFromTheStart } from "../../coupons/coupon.ts";
import type { ActionRule } from "../action-rule.ts";

export const couponRule: ActionRule<CouponTerms> = {
  problems: (coupon, { today, firstGrant }) => [
    ...couponErrors(coupon),
    ...overFromTheStart(coupon, today, firstGrant),
  ],
  gives: (coupon) => (coupon === null ? [] : coupon.type === "code" ? ["coupon", "coupon_code"] : ["coupon"]),
};
