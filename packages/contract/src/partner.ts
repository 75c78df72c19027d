import { type CalendarDate, daysBetween } from "@okaeri/domain/calendar-date";
import { MAX_QUANTITY } from "@okaeri/domain/coupons/coupon";
import { MAX_STAY_YEN } from "@okaeri/domain/money";
import { MAX_GRANT_POINTS } from "@okaeri/domain/points/amount";
import { MAX_NIGHTS } from "@okaeri/domain/stays/validate-reservation";
import { oc } from "@orpc/contract";
import { z } from "zod";
import { date, id } from "./paging.ts";
import { planCodeOrNone } from "./plan-code.ts";
import type { Problem } from "./problems/problems.ts";
import { filledLine, line, mailAddress } from "./text.ts";

// What booking engines ask and do, with a key of one facility (product §12). docs/partner.md explains it to their developers.

const figure = z.number().int();
const reasons = z.array(z.object({ code: z.string(), message: z.string() }));
/** Exactly one of two is given; the first is named when it is not so. */
const oneOf =
  <A extends string, B extends string>(a: A, b: B) =>
  (input: { [name in A | B]?: unknown }, { addIssue }: z.core.$RefinementCtx) => {
    const problem: Problem = { code: "one_of_two" };
    if ((input[a] === undefined) === (input[b] === undefined))
      addIssue({ code: "custom", path: [a], params: { problem } });
  };

const memberNumber = filledLine(64, "code");
const reservationCode = filledLine(60, "code");
const count = z.number().int().min(0).max(1_000).optional();
const yen = z.number().int().min(0).max(MAX_STAY_YEN);

const pointUse = z.strictObject({
  member_number: memberNumber,
  points: z.number().int().min(1).max(MAX_GRANT_POINTS),
  reservation_code: reservationCode,
  /** Yen that the booking costs, less its coupons: points pay no more than this, and no more than the price that Okaeri knows. */
  use_price: yen,
  /** A booking that is over takes no points. */
  check_in_date: date,
});

/** The booking as the engine has it: a coupon is judged by this, whether or not the reservation has arrived. */
const reservation = z
  .strictObject({
    reservation_code: reservationCode,
    check_in_date: date,
    check_out_date: date,
    plan_code: planCodeOrNone.nullish(),
    /** Yen before any coupon. */
    use_price: yen,
    room_count: count,
    adult_count: count,
    child_count: count,
  })
  .superRefine(({ check_in_date, check_out_date }, { addIssue }) => {
    const nights = daysBetween(check_in_date as CalendarDate, check_out_date as CalendarDate);
    const wrong = (problem: Problem) => addIssue({ code: "custom", path: ["check_out_date"], params: { problem } });
    if (nights < 0) wrong({ code: "before_start" });
    else if (nights > MAX_NIGHTS) wrong({ code: "out_of_range" });
  });

const couponUse = z
  .strictObject({
    /** Needed with `acquire_coupon_id`; without one a code is used by nobody in particular. */
    member_number: memberNumber.optional(),
    coupon_code: filledLine(32, "code").optional(),
    acquire_coupon_id: id.optional(),
    reservation,
    quantity: z.number().int().min(1).max(MAX_QUANTITY).default(1),
    /** Yen or percent of the booked plan, where the coupon asks for it. */
    plan_figure: z.number().min(0).max(MAX_STAY_YEN).optional(),
  })
  .superRefine(oneOf("coupon_code", "acquire_coupon_id"))
  .superRefine(({ acquire_coupon_id, member_number }, { addIssue }) => {
    // Ids are sequential, so that enumeration would find other guests' coupons: the owner has to be named, too.
    const problem: Problem = { code: "required" };
    if (acquire_coupon_id !== undefined && member_number === undefined)
      addIssue({ code: "custom", path: ["member_number"], params: { problem } });
  });

const guestQuery = z
  .strictObject({ member_number: memberNumber.optional(), email: mailAddress.optional() })
  .superRefine(oneOf("member_number", "email"));
const pointsCancel = z.strictObject({ use_point_case_id: id, reason: line(200).optional() });
const couponCancel = z.strictObject({ use_coupon_case_id: id, reason: filledLine(200) });

const usesQuery = z.strictObject({ reservation_code: reservationCode });
const useDays = { use_date: z.string(), cancel_date: z.string().nullable() };
/** Whose it was; null: a code that nobody in particular used, or a guest without a number. */
const whose = { member_number: z.string().nullable() };
const pointUses = z.object({
  items: z.array(z.object({ use_point_case_id: figure, ...whose, points: figure, ...useDays })),
});
const couponUses = z.object({
  items: z.array(
    z.object({
      use_coupon_case_id: figure,
      ...whose,
      coupon_name: z.string(),
      discount: figure,
      quantity: figure,
      ...useDays,
    }),
  ),
});

const guest = z.object({
  member_number: z.string().nullable(),
  /** Points that can be used today. */
  balance: figure,
  /** What the held rank is called. */
  rank: z.string().nullable(),
  /** Coupons the guest has and can still use. */
  coupons: z.array(
    z.object({
      acquire_coupon_id: figure,
      name: z.string(),
      /** What the guest should know of it, perhaps in several lines of plain text; empty: nothing more. */
      description: z.string(),
      /** The guest's own, of a coupon with a pool: it can be used by this, too. */
      code: z.string().nullable(),
      reservation_end_date: z.string().nullable(),
      stay_start_date: z.string().nullable(),
      /** The last night for this guest, also where it is counted from the day on which the guest got it. */
      stay_end_date: z.string().nullable(),
    }),
  ),
});

const pointsQuote = z.object({
  usable: z.boolean(),
  /** What the held rank and the booking's price allow of one use; `max` null: as many as there are. */
  unit: figure,
  min: figure,
  max: figure.nullable(),
  balance: figure,
  reasons,
});
const couponQuote = z.object({
  /** What it is called and what the guest should know of it; null where there is no such coupon. */
  coupon_name: z.string().nullable(),
  coupon_description: z.string().nullable(),
  applicable: z.boolean(),
  /** Yen; null when it cannot be used. */
  discount: figure.nullable(),
  /** Yen that a cancellation fee is computed on. */
  cancellation_fee_basis: figure.nullable(),
  reasons,
});
const pointsDone = z.object({ use_point_case_id: figure, points: figure, balance: figure });
const couponDone = z.object({ use_coupon_case_id: figure, discount: figure });

const post = (path: string, summary: string) =>
  oc.route({ method: "POST", path: `/partner/${path}`, tags: ["Partner"], summary });

const look = (path: string, summary: string) =>
  oc.route({ method: "GET", path: `/partner/${path}`, tags: ["Partner"], summary });

export const partner = {
  customers: look("customers", "会員の残高・ランク・クーポン").input(guestQuery).output(guest),
  points: {
    uses: look("points/uses", "予約に使われたポイント").input(usesQuery).output(pointUses),
    quote: post("points/quote", "ポイントが使えるか確認(利用しない)").input(pointUse).output(pointsQuote),
    redeem: post("points/redeem", "ポイントを利用").input(pointUse).output(pointsDone),
    cancel: post("points/cancel", "ポイントの利用を取り消す").input(pointsCancel).output(pointsDone),
  },
  coupons: {
    uses: look("coupons/uses", "予約に使われたクーポン").input(usesQuery).output(couponUses),
    quote: post("coupons/quote", "クーポンが使えるか確認(利用しない)").input(couponUse).output(couponQuote),
    redeem: post("coupons/redeem", "クーポンを利用").input(couponUse).output(couponDone),
    cancel: post("coupons/cancel", "クーポンの利用を取り消す").input(couponCancel).output(couponDone),
  },
};

/** What each call takes, for the server, which reads these requests itself. */
export const partnerInputs = {
  customers: guestQuery,
  uses: usesQuery,
  pointUse,
  pointsCancel,
  couponUse,
  couponCancel,
};
export type PartnerGuestQuery = z.infer<typeof guestQuery>;
export type PartnerPointUse = z.infer<typeof pointUse>;
export type PointsCancel = z.infer<typeof pointsCancel>;
export type PartnerCouponUse = z.infer<typeof couponUse>;
export type CouponCancel = z.infer<typeof couponCancel>;
export type PartnerGuest = z.infer<typeof guest>;
export type PointsQuote = z.infer<typeof pointsQuote>;
export type CouponQuote = z.infer<typeof couponQuote>;
