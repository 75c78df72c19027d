import { couponRule } from "@okaeri/domain/campaigns/actions/coupon/coupon";
import { MAX_COUPONS } from "@okaeri/domain/coupons/coupon";
import { VARIANTS } from "@okaeri/domain/pushes/variants";
import { z } from "zod";
import { couponDetail, couponTerms } from "../../../coupons.ts";
import { id } from "../../../paging.ts";
import { defineKind } from "../kind.ts";
import { variantFields } from "../variants.ts";

/**
 * A coupon that a segment gives: to so many guests (null: to all), as long as its pool has codes, or one code to everybody; `share`: percent
 * of them who get this letter of the action.
 */
export const countedCoupon = z.strictObject({
  action_id: id.nullable(),
  given: z.enum(["each", "pool", "shared"]),
  limit: z.number().int().min(1).max(MAX_COUPONS).nullable(),
  ...variantFields,
});

/** The action's coupons by other letters: a guest gets one of them. */
const other_coupons = z.array(couponDetail).max(VARIANTS.length - 1);

export const coupon = defineKind({
  detail: couponDetail,
  further: { other_coupons },
  rule: couponRule,
  terms: couponTerms,
});
