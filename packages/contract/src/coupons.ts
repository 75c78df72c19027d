import type { WithVariants } from "@okaeri/domain/campaigns/variants/variants";
import { type EndedTerms, MAX_BLACKOUTS, MAX_COUPONS, MAX_QUANTITY } from "@okaeri/domain/coupons/coupon";
import { MAX_COUPON_CODE_LENGTH } from "@okaeri/domain/coupons/pool";
import { MAX_VALID_DAYS, MAX_VALID_MONTHS } from "@okaeri/domain/coupons/valid-until";
import { ABSOLUTE_TYPES, COUPON_TYPES, DISCOUNT_TYPES, RATE_TYPES } from "@okaeri/domain/enumerations";
import { MAX_STAY_YEN } from "@okaeri/domain/money";
import { VARIANTS } from "@okaeri/domain/pushes/variants";
import { z } from "zod";
import { call, needsAction } from "./call.ts";
import { variantFields } from "./campaigns/actions/variants.ts";
import { bookableReservation, useFacts } from "./guest-bookings.ts";
import { acquiredCouponList, usedCouponList } from "./lists/coupons.ts";
import { date, id, listOf, listQuery, pageActions, wholeNumber } from "./paging.ts";
import { percent } from "./percent.ts";
import { planCode, planCodeOrNone } from "./plan-code.ts";
import { block, filledLine, line } from "./text.ts";

const limit = z.number().int().min(1).max(MAX_COUPONS).nullable();
const yen = z.number().int().min(1).max(MAX_STAY_YEN);

/**
 * The coupon of an action; a draft's may be incomplete. `use_condition`: least yen, 0 for any. `day_of_week`: 0 is Sunday. Months,
 * weekdays and days are those of every night. Lists that are empty mean all.
 */
export const couponDetail = z.strictObject({
  name: line(100),
  description: block(1_000),
  type: z.enum(COUPON_TYPES),
  /** Of `acquire`: a send offers it by its mail, and guests take it on the page of the coupon, first come, first served. */
  taken_by_guest: z.boolean().default(false),
  code: line(MAX_COUPON_CODE_LENGTH, "code").nullable(),
  acquire_amount_limit: limit,
  use_amount_limit: limit,
  use_times_limit: limit,
  use_quantity_limit: z.number().int().min(1).max(MAX_QUANTITY).nullable(),
  reservation_end_date: date.nullable(),
  available_months: z.array(z.number().int().min(1).max(12)).max(12),
  stay_start_date: date.nullable(),
  stay_end_date: date.nullable(),
  /** Days or months (to the end of that month) from the day on which a guest gets it: the last night. At most one of both. */
  valid_days_from_acquire: z.number().int().min(1).max(MAX_VALID_DAYS).nullable().default(null),
  valid_months_from_acquire: z.number().int().min(0).max(MAX_VALID_MONTHS).nullable().default(null),
  /** It ends on no day, and that was chosen; false again where there is an end. */
  without_end: z.boolean().default(false),
  day_of_week: z.array(z.number().int().min(0).max(6)).max(7),
  unavailable_period: z.array(z.strictObject({ start: date, end: date })).max(MAX_BLACKOUTS),
  use_condition: z.number().int().min(0).max(MAX_STAY_YEN),
  plan_code: z.array(planCode).max(100),
  includes_free: z.boolean(),
  can_use_together: z.boolean(),
  discount_type: z.enum(DISCOUNT_TYPES),
  /** `plan`: the figure comes from the booked plan and is given with each use. */
  absolute_type: z.enum(ABSOLUTE_TYPES).nullable(),
  rate_type: z.enum(RATE_TYPES).nullable(),
  discount_absolute: yen.nullable(),
  discount_rate: percent.nullable(),
  discount_limit: yen.nullable(),
  cancellation_includes_discount: z.boolean(),
  ...variantFields,
});

export type CouponEdit = z.output<typeof couponDetail>;

/** The fields as the rules take them. */
export function couponTerms(coupon: CouponEdit): EndedTerms & WithVariants {
  const absolute = coupon.discount_type === "absolute";
  const types = {
    absolute_type: absolute ? (coupon.absolute_type ?? "action") : null,
    rate_type: absolute ? null : (coupon.rate_type ?? "action"),
  } as const;
  // `date` has validated the days.
  return { ...coupon, ...types } as unknown as EndedTerms & WithVariants;
}

const figure = z.number().int();
const reason = z.object({ code: z.string(), message: z.string() });

const acquiredItem = z.object({
  id: figure,
  coupon_id: figure,
  coupon_name: z.string(),
  coupon_description: z.string(),
  coupon_type: z.enum(COUPON_TYPES),
  /** The guest's own code, of a coupon with a pool. */
  code: z.string().nullable(),
  acquire_date: z.string(),
  /**
   * `used_up`: this guest may not use it again. `doubled`: the guest has it twice since a merge, which makes no more uses. `ended`: its
   * last day (the coupon's or the guest's own) is over, or it was taken out of use.
   */
  state: z.enum(["usable", "used_up", "doubled", "ended", "revoked"]),
  used_count: figure,
  use_times_limit: figure.nullable(),
  reservation_end_date: z.string().nullable(),
  stay_start_date: z.string().nullable(),
  /** The last night for this guest: the coupon's, or the earlier one that is counted from the acquisition. */
  stay_end_date: z.string().nullable(),
  campaign_name: z.string().nullable(),
  campaign_id: figure.nullable(),
  /** Why it was given. */
  remarks: z.string().nullable(),
  cancel_date: z.string().nullable(),
  cancel_remarks: z.string().nullable(),
  /** The stay it was given for was cancelled since: it was taken back, or stays because it was used. */
  stay_cancelled: z.boolean(),
  /** Who gave it by hand; null for a send. */
  created_by: z.string().nullable(),
  /** `edit`: it can be taken back. */
  page_actions: pageActions,
});

const usedItem = z.object({
  id: figure,
  ...useFacts,
  coupon_id: figure,
  coupon_name: z.string(),
  coupon_type: z.enum(COUPON_TYPES),
  quantity: figure,
  discount: figure,
  /** A cancellation fee is computed on the discounted price. */
  cancellation_includes_discount: z.boolean(),
  /** `edit`: it can be cancelled. */
  page_actions: pageActions,
});

const couponChoice = z.object({
  id: figure,
  name: z.string(),
  description: z.string(),
  /** What has to be given of the booked plan. */
  plan_figure: z.enum(["yen", "percent"]).nullable(),
});

/** What can be done with coupons for one guest, as things stand. */
const choices = z.object({
  /** Coupons that the guest can be given; `letter`: which of several of one action, else null; `left` is null without a limit. */
  to_give: z.array(couponChoice.extend({ variant: z.enum(VARIANTS).nullable(), left: figure.nullable() })),
  /** Coupons that the guest has, and those with a code. */
  to_use: z.array(
    couponChoice.extend({
      code: z.string().nullable(),
      use_quantity_limit: figure.nullable(),
      /** Why it cannot be used for the reservation that was asked about; those come last. Empty where none was. */
      reasons: z.array(z.object({ code: z.string(), message: z.string() })),
    }),
  ),
  reservations: z.array(bookableReservation),
  /** The day in Japan that all of this is of. */
  today: z.string(),
  page_actions: pageActions,
});

/** A coupon of a campaign, with its state. */
const campaignCoupon = z.object({
  id: figure,
  campaign_action_id: figure,
  /** Which of several of its action. */
  variant: z.enum(VARIANTS),
  name: z.string(),
  type: z.enum(COUPON_TYPES),
  code: z.string().nullable(),
  /** Codes of which each guest gets one; null where the coupon has none. `given` stay given, also when a coupon is taken back. */
  pool: z.object({ left: figure, given: figure, alarm_at: figure.nullable() }).nullable(),
  /** `draft`: nothing was sent yet. */
  state: z.enum(["draft", "issued", "ended"]),
  /** Guests who have it. */
  acquired: figure,
  acquire_amount_limit: figure.nullable(),
  used: figure,
  use_amount_limit: figure.nullable(),
  plan_figure: z.enum(["yen", "percent"]).nullable(),
});

/** What staff should look at. Uses that still count although their stay was cancelled in the last 30 days (docs/adr/0128). */
const attention = z.object({
  open_uses: z.object({
    total: figure,
    /** The newest cancellations. */
    items: z.array(
      z.object({
        kind: z.enum(["point", "coupon"]),
        id: figure,
        customer_id: figure,
        customer_name: z.string(),
        original_reservation_code: z.string(),
        cancel_date: z.string(),
      }),
    ),
  }),
});

const request = {
  id,
  coupon_id: id,
  quantity: z.number().int().min(1).max(MAX_QUANTITY).default(1),
  /** Yen or percent of the booked plan, where the coupon asks for it. */
  plan_figure: z.number().min(0).max(MAX_STAY_YEN).optional(),
};
const quote = z.object({
  applicable: z.boolean(),
  /** Yen; null when it cannot be used. */
  discount: figure.nullable(),
  /** Yen of the reservation before any coupon; null: not reported. */
  price: figure.nullable(),
  cancellation_fee_basis: figure.nullable(),
  /** Every reason why not; and why, where it can. */
  reasons: z.array(reason),
  grounds: z.array(reason),
});

const read = needsAction("customers/read");
const edit = needsAction("customers/edit");

/** Coupons of one guest. Every writing call takes an `Idempotency-Key`, kept per person for 48 hours. */
export const coupons = {
  acquired: call(read)
    .route({ method: "GET", path: "/customers/{id}/acquire-coupons", summary: "クーポン獲得履歴" })
    .input(listQuery(acquiredCouponList, { id }))
    .output(listOf(acquiredItem)),
  used: call(read)
    .route({ method: "GET", path: "/customers/{id}/use-coupons", summary: "クーポン利用履歴" })
    .input(listQuery(usedCouponList, { id }))
    .output(listOf(usedItem)),
  choices: call(read)
    .route({ method: "GET", path: "/customers/{id}/coupons", summary: "付与・利用できるクーポン" })
    .input(z.object({ id, stay_reservation_id: wholeNumber.optional() }))
    .output(choices),
  ofCampaign: call(needsAction("campaigns/read"))
    .route({ method: "GET", path: "/campaigns/{id}/coupons", summary: "キャンペーンのクーポンの状況" })
    .input(z.object({ id }))
    .output(z.object({ items: z.array(campaignCoupon) })),
  attention: call(read)
    .route({ method: "GET", path: "/customers/attention", summary: "確認が必要なクーポン・ポイント" })
    .output(attention),
  give: call(edit)
    .route({ method: "POST", path: "/customers/{id}/acquire-coupons", summary: "クーポンを手動で付与" })
    .input(z.strictObject({ id, coupon_id: id, remarks: filledLine(200) }))
    .output(z.object({ acquire_coupon_id: figure })),
  revoke: call(edit)
    .route({
      method: "POST",
      path: "/customers/{id}/acquire-coupons/{acquire_coupon_id}/cancellation",
      summary: "クーポンの獲得を取り消す",
    })
    .input(z.strictObject({ id, acquire_coupon_id: id, remarks: filledLine(200) }))
    .output(z.object({ acquire_coupon_id: figure })),
  /** Nothing is used. For a reservation of the guest, or for a stay as it is typed. */
  quote: call(read)
    .route({ method: "GET", path: "/customers/{id}/use-coupons/quote", summary: "クーポンが使えるか確認(利用しない)" })
    .input(
      z.object({
        ...request,
        stay_reservation_id: id.optional(),
        check_in_date: date.optional(),
        /** The same day for a stay without a night. */
        check_out_date: date.optional(),
        /** Yen before any coupon. */
        price: wholeNumber.pipe(z.number().min(0).max(MAX_STAY_YEN)).optional(),
        plan_code: planCodeOrNone.optional(),
        /** Today where it is left out. */
        reserved_date: date.optional(),
        quantity: wholeNumber.pipe(z.number().min(1).max(MAX_QUANTITY)).default(1),
        plan_figure: z
          .union([
            z.number(),
            z
              .string()
              .regex(/^\d{1,10}(\.\d{1,3})?$/)
              .transform(Number),
          ])
          .pipe(z.number().min(0).max(MAX_STAY_YEN))
          .optional(),
      }),
    )
    .output(quote),
  use: call(edit)
    .route({ method: "POST", path: "/customers/{id}/use-coupons", summary: "クーポンを利用" })
    .input(z.strictObject({ ...request, stay_reservation_id: id, remarks: line(200).optional() }))
    .output(z.object({ use_coupon_case_id: figure, discount: figure })),
  cancelUse: call(edit)
    .route({
      method: "POST",
      path: "/customers/{id}/use-coupons/{use_coupon_case_id}/cancellation",
      summary: "クーポンの利用を取り消す",
    })
    .input(z.strictObject({ id, use_coupon_case_id: id, remarks: filledLine(200) }))
    .output(z.object({ use_coupon_case_id: figure })),
};
