import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, type CalendarDate, calendarDate as day, dayOfWeek, monthOf } from "../calendar-date.ts";
import { type CouponBooking, type CouponUsage, type CouponVerdict, judgeCoupon } from "./applicability.ts";
import { blankCoupon, type CouponTerms } from "./coupon.ts";
import { couponGrounds } from "./grounds.ts";

const OPEN: CouponTerms = {
  ...blankCoupon(),
  name: "秋の2,000円割引",
  type: "acquire",
  absolute_type: "action",
  discount_absolute: 2_000,
};
const rate = (percent: number, over: Partial<CouponTerms> = {}): Partial<CouponTerms> => ({
  discount_type: "rate",
  absolute_type: null,
  rate_type: "action",
  discount_absolute: null,
  discount_rate: percent,
  ...over,
});
/** Two nights from Friday, 4 December 2026. */
const BOOKING: CouponBooking = {
  booked_on: day("2026-11-20"),
  check_in_date: day("2026-12-04"),
  check_out_date: day("2026-12-06"),
  plan_code: "BB",
  price: 30_000,
};
const FRESH: CouponUsage = {
  state: "issued",
  held: true,
  acquired_on: null,
  valid_until: null,
  used_in_all: 0,
  used_by_guest: 0,
  on_booking: 0,
  others_on_booking: 0,
  others_allow_together: true,
  discount_on_booking: 0,
};
const judge = (
  terms: Partial<CouponTerms>,
  booking: Partial<CouponBooking> = {},
  usage: Partial<CouponUsage> = {},
  ask: { quantity?: number; plan_figure?: number | null } = {},
) =>
  judgeCoupon(
    { ...OPEN, ...terms },
    { ...BOOKING, ...booking },
    { ...FRESH, ...usage },
    { quantity: 1, plan_figure: null, ...ask },
  );
const codes = (verdict: CouponVerdict) =>
  verdict.applicable ? verdict.discount : verdict.reasons.map(({ code }) => code);

describe("a coupon's discount", () => {
  it.each<[string, number, ...Parameters<typeof judge>]>([
    ["yen", 2_000, {}],
    ["yen for each coupon", 4_000, {}, {}, {}, { quantity: 2 }],
    ["never more than the price", 1_500, {}, { price: 1_500 }],
    ["a rate, floored", 99, rate(10), { price: 999 }],
    ["0.1 % of 999 yen is nothing", 0, rate(0.1), { price: 999 }],
    ["three decimals", 333, rate(33.333), { price: 1_000 }],
    ["a rate cut at its limit", 1_000, rate(10, { discount_limit: 1_000 })],
    ["each coupon of a rate has the limit", 2_000, rate(10, { discount_limit: 1_000 }), {}, {}, { quantity: 2 }],
    ["all of the price", 30_000, rate(100)],
    ["yen of the plan", 4_500, { absolute_type: "plan", discount_absolute: null }, {}, {}, { plan_figure: 4_500 }],
    ["percent of the plan", 4_500, rate(1, { rate_type: "plan", discount_rate: null }), {}, {}, { plan_figure: 15 }],
    [
      "what other coupons left",
      500,
      { can_use_together: true },
      {},
      { others_on_booking: 1, discount_on_booking: 29_500 },
    ],
    ["nothing off what is free", 0, { includes_free: true }, { price: 0 }],
    ["nothing off an unknown price", 0, { includes_free: true, use_condition: 5_000 }, { price: null }],
    ["what is free needs no least price", 0, { includes_free: true, use_condition: 5_000 }, { price: 0 }],
  ])("%s", (_name, discount, ...asked) => {
    expect(judge(...asked)).toMatchObject({ applicable: true, discount });
  });

  it("a cancellation fee is computed on the price, or on the discounted one", () => {
    expect(judge({})).toMatchObject({ cancellation_fee_basis: 30_000 });
    expect(judge({ cancellation_includes_discount: true })).toMatchObject({ cancellation_fee_basis: 28_000 });
    expect(judge({ includes_free: true }, { price: null })).toMatchObject({ cancellation_fee_basis: null });
  });
});

describe("every reason why not", () => {
  it.each<[string, string | string[], ...Parameters<typeof judge>]>([
    ["not sent yet", "coupon_not_issued", {}, {}, { state: "draft" }],
    ["taken out of use", "coupon_ended", {}, {}, { state: "ended" }],
    ["not the guest's", "coupon_not_held", {}, {}, { held: false }],
    ["the last one is used", "coupon_used_up", { use_amount_limit: 5 }, {}, { used_in_all: 5 }],
    ["two of the last one", "coupon_used_up", { use_amount_limit: 6 }, {}, { used_in_all: 5 }, { quantity: 2 }],
    ["once a guest", "coupon_times_reached", { use_times_limit: 1 }, {}, { used_by_guest: 1 }],
    ["one a reservation", "coupon_quantity_reached", { use_quantity_limit: 1 }, {}, {}, { quantity: 2 }],
    ["the reservation has one", "coupon_quantity_reached", { use_quantity_limit: 1 }, {}, { on_booking: 1 }],
    ["booked a day late", "coupon_booked_late", { reservation_end_date: day("2026-11-19") }],
    ["over before the guest had it", "coupon_acquired_later", {}, {}, { acquired_on: day("2026-12-07") }],
    ["last night too late", "coupon_outside_period", { stay_end_date: day("2026-12-04") }],
    ["first night too early", "coupon_outside_period", { stay_start_date: day("2026-12-05") }],
    ["another month", "coupon_other_month", { available_months: [1, 11] }],
    ["Saturday night", "coupon_other_weekday", { day_of_week: [5] }],
    [
      "the second night",
      "coupon_blackout",
      { unavailable_period: [{ start: day("2026-12-05"), end: day("2026-12-05") }] },
    ],
    ["another plan", "coupon_other_plan", { plan_code: ["HB"] }],
    ["no plan known", "coupon_other_plan", { plan_code: ["HB"] }, { plan_code: null }],
    ["a yen too cheap", "coupon_below_minimum", { use_condition: 30_001 }],
    ["free", "coupon_free_stay", { use_condition: 5_000 }, { price: 0 }],
    ["of unknown price", "coupon_price_unknown", { use_condition: 5_000 }, { price: null }],
    [
      "another does not share",
      "coupon_not_together",
      { can_use_together: true },
      {},
      { others_on_booking: 1, others_allow_together: false },
    ],
    ["it does not share", "coupon_not_together", {}, {}, { others_on_booking: 1 }],
    ["no figure of the plan", "coupon_plan_figure", { absolute_type: "plan" }],
    ["101 % of the plan", "coupon_plan_figure", rate(1, { rate_type: "plan" }), {}, {}, { plan_figure: 101 }],
    [
      "nothing left to take off",
      "coupon_nothing_left",
      { can_use_together: true },
      {},
      { others_on_booking: 1, discount_on_booking: 30_000 },
    ],
    [
      "all of them at once",
      ["coupon_ended", "coupon_not_held", "coupon_other_plan", "coupon_other_month"],
      { plan_code: ["HB"], available_months: [1] },
      {},
      { state: "ended", held: false },
    ],
  ])("%s", (_name, wanted, ...asked) => {
    expect(codes(judge(...asked))).toEqual([wanted].flat());
  });

  it.each<[string, ...Parameters<typeof judge>]>([
    ["the last coupon", { use_amount_limit: 5 }, {}, { used_in_all: 4 }],
    ["acquired on the day of departure", {}, {}, { acquired_on: day("2026-12-06") }],
    ["a code that everybody knows", { type: "code", code: "AKI" }, {}, { acquired_on: day("2027-01-01") }],
    ["booked on the last day", { reservation_end_date: day("2026-11-20") }],
    ["the night before check-out is the last", { stay_end_date: day("2026-12-05") }],
    [
      "a blackout that begins with the check-out",
      { unavailable_period: [{ start: day("2026-12-06"), end: day("2026-12-31") }] },
    ],
    ["exactly the least price", { use_condition: 30_000 }],
    ["a day without a night", { day_of_week: [5] }, { check_out_date: day("2026-12-04") }],
    ["a code needs nobody to have it", { type: "code", code: "AKI" }, {}, { held: false }],
    ["two kinds that share", { can_use_together: true }, {}, { others_on_booking: 2, discount_on_booking: 5_000 }],
  ])("none: %s", (_name, ...asked) => {
    expect(judge(...asked).applicable).toBe(true);
  });

  // Written down a second time, night by night: stays against periods, months, weekdays and blackout days.
  it("nights, against every night looked at by itself", () => {
    const someDay = fc.integer({ min: 0, max: 800 }).map((n) => addDays(day("2026-01-01"), n));
    const ranges = fc.array(fc.tuple(someDay, fc.integer({ min: 0, max: 40 })), { maxLength: 3 });
    const lists = (max: number, min: number) => fc.uniqueArray(fc.integer({ min, max }), { maxLength: 5 });
    fc.assert(
      fc.property(
        fc.record({
          from: fc.option(someDay),
          to: fc.option(someDay),
          months: lists(12, 1),
          weekdays: lists(6, 0),
          ranges,
        }),
        someDay,
        fc.integer({ min: 0, max: 20 }),
        ({ from, to, months, weekdays, ranges: blackouts }, checkIn, length) => {
          const verdict = judge(
            {
              stay_start_date: from,
              stay_end_date: to,
              available_months: months,
              day_of_week: weekdays,
              unavailable_period: blackouts.map(([start, days]) => ({ start, end: addDays(start, days) })),
            },
            { check_in_date: checkIn, check_out_date: addDays(checkIn, length) },
          );
          const nights = Array.from({ length: Math.max(1, length) }, (_, n) => addDays(checkIn, n));
          const good = (night: CalendarDate) =>
            (from === null || from <= night) &&
            (to === null || night <= to) &&
            (months.length === 0 || months.some((month) => month === monthOf(night))) &&
            (weekdays.length === 0 || weekdays.some((weekday) => weekday === dayOfWeek(night))) &&
            blackouts.every(([start, days]) => night < start || night > addDays(start, days));
          expect(verdict.applicable).toBe(nights.every(good));
        },
      ),
    );
  });

  it("a discount is whole yen between 0 and the price, whatever is asked", () => {
    const terms = fc.oneof(
      fc.record({ discount_absolute: fc.integer({ min: 1, max: 1_000_000_000 }) }),
      fc
        .tuple(fc.integer({ min: 1, max: 100_000 }), fc.option(fc.integer({ min: 1, max: 100_000 })))
        .map(([thousandths, discount_limit]) => rate(thousandths / 1000, { discount_limit })),
    );
    fc.assert(
      fc.property(
        terms,
        fc.integer({ min: 1, max: 1_000_000_000 }),
        fc.integer({ min: 1, max: 100 }),
        (over, price, quantity) => {
          const verdict = judge(over, { price }, {}, { quantity });
          if (!verdict.applicable) throw new Error("it is applicable");
          expect(Number.isInteger(verdict.discount) && verdict.discount >= 0 && verdict.discount <= price).toBe(true);
        },
      ),
    );
  });
});

it("why it applies: what it asks for, found in the booking, and nothing that it does not ask for", () => {
  const explained = (over: Partial<CouponTerms>, price: number | null = 30_000, plan_figure: number | null = null) => {
    const booking = { ...BOOKING, price };
    return couponGrounds(
      { ...OPEN, ...over },
      booking,
      { ...FRESH, others_on_booking: 1 },
      { quantity: 2, plan_figure },
    );
  };
  // A figure of the plan is not asked for, and changes nothing.
  expect(explained(rate(10), 30_000, 50).at(-1)).toEqual({ code: "fits_rate", rate: 10, quantity: 2, limit: null });
  expect(explained({})).toEqual([
    { code: "fits_held" },
    { code: "fits_together" },
    { code: "fits_yen", yen: 2_000, quantity: 2 },
  ]);
  const all = { day_of_week: [5, 6], reservation_end_date: day("2026-12-01"), plan_code: ["BB"], use_amount_limit: 9 };
  expect(
    explained({ ...all, ...rate(10, { discount_limit: 500 }), type: "code", code: "AKI", use_condition: 100 }),
  ).toEqual([
    { code: "fits_code" },
    { code: "fits_nights", nights: 2 },
    { code: "fits_booked", until: "2026-12-01" },
    { code: "fits_plan" },
    { code: "fits_minimum", min: 100 },
    { code: "fits_together" },
    { code: "fits_left", left: 9 },
    { code: "fits_rate", rate: 10, quantity: 2, limit: 500 },
  ]);
  expect(explained({ absolute_type: "plan", use_condition: 100 }, null, 700)).toEqual([
    { code: "fits_held" },
    { code: "fits_together" },
    { code: "fits_yen", yen: 700, quantity: 2 },
  ]);
  expect(explained({ absolute_type: "plan", use_condition: 100 }, 0, 700)).toEqual([
    { code: "fits_held" },
    { code: "fits_free" },
    { code: "fits_together" },
    { code: "fits_yen", yen: 700, quantity: 2 },
  ]);
});
