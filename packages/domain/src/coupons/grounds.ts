import type { CalendarDate } from "../calendar-date.ts";
import { type CouponAsk, type CouponBooking, type CouponUsage, figureIsPlans, nightsOf } from "./applicability.ts";
import type { CouponTerms } from "./coupon.ts";
import { isGiven } from "./pool.ts";

/** What a coupon asks for and finds, said beside the discount: why it applies. */
export type CouponGround =
  | { code: "fits_held" | "fits_code" | "fits_plan" | "fits_free" | "fits_together" }
  | { code: "fits_nights"; nights: number }
  | { code: "fits_minimum"; min: number }
  | { code: "fits_booked" | "fits_valid_until"; until: CalendarDate }
  | { code: "fits_left"; left: number }
  | { code: "fits_yen"; yen: number; quantity: number }
  | { code: "fits_rate"; rate: number; quantity: number; limit: number | null };

/** Why a coupon applies; conditions that it does not have are left out. */
export function couponGrounds(
  terms: CouponTerms,
  booking: CouponBooking,
  usage: CouponUsage,
  { quantity, plan_figure }: CouponAsk,
): CouponGround[] {
  const grounds: CouponGround[] = [{ code: isGiven(terms) ? "fits_held" : "fits_code" }];
  if (asksForNights(terms)) grounds.push({ code: "fits_nights", nights: nightsOf(booking) });
  if (isGiven(terms) && usage.valid_until !== null)
    grounds.push({ code: "fits_valid_until", until: usage.valid_until });
  const { reservation_end_date: until, use_condition: min, use_amount_limit: inAll } = terms;
  if (until !== null) grounds.push({ code: "fits_booked", until });
  if (terms.plan_code.length > 0) grounds.push({ code: "fits_plan" });
  if (booking.price === 0) grounds.push({ code: "fits_free" });
  else if (min > 0 && booking.price !== null) grounds.push({ code: "fits_minimum", min });
  if (usage.others_on_booking > 0) grounds.push({ code: "fits_together" });
  if (inAll !== null) grounds.push({ code: "fits_left", left: inAll - usage.used_in_all });
  const figure = (own: number | null) => (figureIsPlans(terms) ? plan_figure : own) ?? 0;
  if (terms.discount_type === "absolute")
    grounds.push({ code: "fits_yen", yen: figure(terms.discount_absolute), quantity });
  else grounds.push({ code: "fits_rate", rate: figure(terms.discount_rate), quantity, limit: terms.discount_limit });
  return grounds;
}

function asksForNights(terms: CouponTerms): boolean {
  const { stay_start_date: from, stay_end_date: to, available_months: months, day_of_week: weekdays } = terms;
  return from !== null || to !== null || months.length + weekdays.length + terms.unavailable_period.length > 0;
}
