import { addDays, type CalendarDate, daysBetween } from "../calendar-date.ts";
import { floorRate, isRate, toThousandths } from "../money.ts";
import { type CouponTerms, isDiscount, type NightFault, nightFaults } from "./coupon.ts";
import { isGiven } from "./pool.ts";

/** What a coupon is judged for. */
export interface CouponBooking {
  booked_on: CalendarDate;
  check_in_date: CalendarDate;
  /** The same day for a stay without a night. */
  check_out_date: CalendarDate;
  plan_code: string | null;
  /** Yen before any coupon, 0 or more; null: not reported. */
  price: number | null;
}

/** What was done with the coupon so far. */
export interface CouponUsage {
  /** `draft`: its campaign was never sent. `ended`: it was taken out of use. */
  state: "draft" | "issued" | "ended";
  /** The guest has it. */
  held: boolean;
  /** Since when the guest has it; null for who does not. */
  acquired_on: CalendarDate | null;
  /** Last night of what the guest has, counted from the acquisition; null where nothing is counted. */
  valid_until: CalendarDate | null;
  /** Coupons used in all, and uses of this guest for the same occasion; cancelled ones do not count. */
  used_in_all: number;
  /** Null: the guest is unknown. */
  used_by_guest: number | null;
  /** Coupons of this kind that the reservation has already. */
  on_booking: number;
  /** Uses of other coupons that the reservation has, and what all its coupons take off together, yen. */
  others_on_booking: number;
  others_allow_together: boolean;
  discount_on_booking: number;
}

export interface CouponAsk {
  /** Coupons at once, 1 or more. */
  quantity: number;
  /** Yen or percent of the booked plan, where the figure is the plan's. */
  plan_figure: number | null;
}

export type CouponReason =
  | {
      code:
        | "coupon_not_issued"
        | "coupon_ended"
        | "coupon_not_held"
        | "coupon_used_up"
        | "coupon_other_plan"
        | "coupon_free_stay"
        | "coupon_price_unknown"
        | "coupon_guest_needed";
    }
  | { code: "coupon_not_together" | "coupon_plan_figure" | "coupon_nothing_left" }
  | { code: "coupon_times_reached" | "coupon_quantity_reached"; max: number }
  | { code: "coupon_booked_late"; until: CalendarDate }
  | { code: "coupon_acquired_later"; acquired_on: CalendarDate }
  | { code: "coupon_valid_until"; until: CalendarDate }
  | { code: "coupon_below_minimum"; min: number }
  | { code: NightFault; night: CalendarDate };

export type CouponVerdict =
  | {
      applicable: true;
      /** Yen off the price, never more than what is left of it. */
      discount: number;
      /** Yen that a cancellation fee is computed on; null: the price is unknown. */
      cancellation_fee_basis: number | null;
    }
  | { applicable: false; reasons: CouponReason[] };

/** Whether a coupon can be used so, with the discount, or every reason why not (product §6). */
export function judgeCoupon(
  terms: CouponTerms,
  booking: CouponBooking,
  usage: CouponUsage,
  ask: CouponAsk,
): CouponVerdict {
  const reasons = [
    ...limitReasons(terms, usage, ask),
    ...acquisitionReasons(terms, booking, usage),
    ...bookingReasons(terms, booking),
    ...stayReasons(terms, booking),
    ...figureReasons(terms, ask),
  ];
  // Nothing is taken off an unknown price.
  const price = booking.price ?? 0;
  const left = price - usage.discount_on_booking;
  if (reasons.length === 0 && price > 0 && left <= 0) reasons.push({ code: "coupon_nothing_left" });
  if (reasons.length > 0) return { applicable: false, reasons };
  const discount = Math.min(discountOf(terms, price, ask), Math.max(0, left));
  const basis = terms.cancellation_includes_discount ? price - discount : price;
  return { applicable: true, discount, cancellation_fee_basis: booking.price === null ? null : basis };
}

/**
 * Whether the coupon is in force and given, and whether its limits (in all, of each guest, of each booking) leave room. What was used so
 * far does not change meanwhile: the server has locked the coupon (`lockCoupon`).
 */
function limitReasons(terms: CouponTerms, usage: CouponUsage, { quantity }: CouponAsk): CouponReason[] {
  const reasons: CouponReason[] = [];
  const { use_amount_limit: inAll, use_times_limit: times, use_quantity_limit: most } = terms;
  if (usage.state === "draft") reasons.push({ code: "coupon_not_issued" });
  if (usage.state === "ended") reasons.push({ code: "coupon_ended" });
  if (isGiven(terms) && !usage.held) reasons.push({ code: "coupon_not_held" });
  if (inAll !== null && usage.used_in_all + quantity > inAll) reasons.push({ code: "coupon_used_up" });
  // A coupon with a limit for each guest cannot be used by an unknown guest.
  if (times !== null && usage.used_by_guest === null) reasons.push({ code: "coupon_guest_needed" });
  else if (times !== null && (usage.used_by_guest ?? 0) + 1 > times)
    reasons.push({ code: "coupon_times_reached", max: times });
  if (most !== null && usage.on_booking + quantity > most) reasons.push({ code: "coupon_quantity_reached", max: most });
  if (usage.others_on_booking > 0 && !(terms.can_use_together && usage.others_allow_together))
    reasons.push({ code: "coupon_not_together" });
  return reasons;
}

/**
 * A stay that was over before the guest had the coupon is not paid by it, and no night after the last one counted from that day is. When it
 * was booked is the coupon's own condition.
 */
function acquisitionReasons(
  terms: CouponTerms,
  booking: CouponBooking,
  { acquired_on, valid_until: until }: CouponUsage,
): CouponReason[] {
  if (!isGiven(terms)) return [];
  const reasons: CouponReason[] = [];
  if (acquired_on !== null && booking.check_out_date < acquired_on)
    reasons.push({ code: "coupon_acquired_later", acquired_on });
  if (until !== null && addDays(booking.check_in_date, nightsOf(booking) - 1) > until)
    reasons.push({ code: "coupon_valid_until", until });
  return reasons;
}

/** A stay without a night counts as the night of its day. */
export const nightsOf = ({ check_in_date, check_out_date }: CouponBooking) =>
  Math.max(1, daysBetween(check_in_date, check_out_date));

function bookingReasons(terms: CouponTerms, booking: CouponBooking): CouponReason[] {
  const reasons: CouponReason[] = [];
  const { reservation_end_date: until, use_condition: min, plan_code: plans } = terms;
  if (until !== null && booking.booked_on > until) reasons.push({ code: "coupon_booked_late", until });
  if (plans.length > 0 && (booking.plan_code === null || !plans.includes(booking.plan_code)))
    reasons.push({ code: "coupon_other_plan" });
  if (!booking.price) {
    // What is free by leave of the coupon has no least price to reach.
    if (!terms.includes_free)
      reasons.push({ code: booking.price === null ? "coupon_price_unknown" : "coupon_free_stay" });
  } else if (booking.price < min) reasons.push({ code: "coupon_below_minimum", min });
  return reasons;
}

/** Every night must be one of the coupon's; each fault is reported once, with its first night. */
function stayReasons(terms: CouponTerms, booking: CouponBooking): CouponReason[] {
  const nights = nightsOf(booking);
  const reasons: CouponReason[] = [];
  for (let n = 0; n < nights; n++) {
    const night = addDays(booking.check_in_date, n);
    for (const code of nightFaults(terms, night))
      if (!reasons.some((reason) => reason.code === code)) reasons.push({ code, night });
  }
  return reasons;
}

/** The booked plan says what is taken off, and not the coupon. */
export const figureIsPlans = (terms: CouponTerms) =>
  (terms.discount_type === "absolute" ? terms.absolute_type : terms.rate_type) === "plan";

function figureReasons(terms: CouponTerms, { plan_figure: figure }: CouponAsk): CouponReason[] {
  if (!figureIsPlans(terms)) return [];
  const sound = figure !== null && (terms.discount_type === "absolute" ? isDiscount(figure) : isRate(figure));
  return sound ? [] : [{ code: "coupon_plan_figure" }];
}

/** Yen of all coupons of the use; a rate is taken of the whole price, floored for each coupon and cut at the limit. */
function discountOf(terms: CouponTerms, price: number, { quantity, plan_figure }: CouponAsk): number {
  const plans = figureIsPlans(terms);
  if (terms.discount_type === "absolute") return ((plans ? plan_figure : terms.discount_absolute) ?? 0) * quantity;
  const rate = (plans ? plan_figure : terms.discount_rate) ?? 0;
  const one = floorRate(price, toThousandths(rate));
  return (terms.discount_limit === null ? one : Math.min(one, terms.discount_limit)) * quantity;
}
