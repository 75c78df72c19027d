import { couponRule } from "@okaeri/domain/campaigns/actions/coupon";
import { MAX_COUPONS } from "@okaeri/domain/coupons/coupon";
import { z } from "zod";
import { couponDetail, couponTerms } from "../../coupons.ts";
import { id } from "../../paging.ts";
import { kindOf } from "./kind.ts";

/** A coupon that a segment gives: to so many guests (null: to all), as long as its pool has codes, or one code to everybody. */
export const countedCoupon = z.strictObject({
  action_id: id.nullable(),
  given: z.enum(["each", "pool", "shared"]),
  limit: z.number().int().min(1).max(MAX_COUPONS).nullable(),
});

export const coupon = kindOf({ detail: couponDetail, rule: couponRule, terms: couponTerms });
