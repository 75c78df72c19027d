import type { Language } from "@okaeri/contract/errors";
import { type CalendarDate, daysBetween, parseDate } from "@okaeri/domain/calendar-date";
import { couponGrounds } from "@okaeri/domain/coupons/grounds";
import { MAX_NIGHTS } from "@okaeri/domain/stays/validate-reservation";
import type { Tx } from "../../database/connection.ts";
import { fieldError, reasonsInWords } from "../../http/errors.ts";
import type { GuestStaff } from "../../http/guest-calls.ts";
import type { CouponReservation } from "./coupon-usages.queries.ts";
import { type CouponUseInput, couponContextOf, present, requestOf } from "./coupons-by-hand.ts";
import { quoteCoupon, quoteCouponFor } from "./use-coupon.ts";

/** Of a reservation, or of a stay as it is typed. */
export type QuoteInput = Omit<CouponUseInput, "stay_reservation_id"> & {
  stay_reservation_id?: number | undefined;
  check_in_date?: string | undefined;
  check_out_date?: string | undefined;
  price?: number | undefined;
  plan_code?: string | undefined;
  reserved_date?: string | undefined;
};

/** Whether the coupon can be used so, what it takes off and why, or every reason why not. */
export async function quoteByHand(tx: Tx, staff: GuestStaff, input: QuoteInput, language: Language) {
  const { verdict, coupon, reservation, usage } = present(await quoteFor(tx, staff, input));
  const { price } = reservation;
  if (!verdict.applicable)
    return {
      applicable: false,
      discount: null,
      price,
      cancellation_fee_basis: null,
      reasons: reasonsInWords(verdict.reasons, language),
      grounds: [],
    };
  const ask = { quantity: input.quantity, plan_figure: input.plan_figure ?? null };
  const grounds = reasonsInWords(couponGrounds(coupon.terms, reservation, usage, ask), language);
  return { ...verdict, price, reasons: [], grounds };
}

async function quoteFor(tx: Tx, staff: GuestStaff, input: QuoteInput) {
  const { stay_reservation_id, id: customerId, coupon_id: couponId, quantity, plan_figure = null } = input;
  if (stay_reservation_id !== undefined)
    return quoteCoupon(tx, couponContextOf(staff), await requestOf(tx, staff, { ...input, stay_reservation_id }));
  const request = { customerId, couponId, quantity, plan_figure };
  return quoteCouponFor(tx, couponContextOf(staff), request, typedStay(input, staff));
}

/** @throws CallError INVALID_INPUT naming what is missing of the stay, or a departure that cannot be. */
function typedStay(input: QuoteInput, { scope, today }: GuestStaff): CouponReservation {
  const day = (field: "check_in_date" | "check_out_date"): CalendarDate => {
    const typed = parseDate(input[field] ?? "");
    if (typed === undefined) throw fieldError(field, { code: "required" });
    return typed;
  };
  const [check_in_date, check_out_date] = [day("check_in_date"), day("check_out_date")];
  const { price } = input;
  if (price === undefined) throw fieldError("price", { code: "required" });
  if (check_out_date < check_in_date) throw fieldError("check_out_date", { code: "before_start" });
  if (daysBetween(check_in_date, check_out_date) > MAX_NIGHTS)
    throw fieldError("check_out_date", { code: "out_of_range" });
  const booked_on = parseDate(input.reserved_date ?? "") ?? today;
  // Nobody's: it has no use of any coupon yet.
  const nobodys = { id: null, code: "", facility_account_id: scope.chosenAccountId };
  return { ...nobodys, booked_on, check_in_date, check_out_date, plan_code: input.plan_code || null, price };
}
