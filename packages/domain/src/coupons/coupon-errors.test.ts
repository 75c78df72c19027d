import { describe, expect, it } from "vitest";
import { type CalendarDate, calendarDate as day } from "../calendar-date.ts";
import { blankCoupon, type CouponTerms, couponErrors, overFromTheStart } from "./coupon.ts";

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
const months = (count: number, over: Partial<CouponTerms> = {}): Partial<CouponTerms> => ({
  valid_months_from_acquire: count,
  ...over,
});
describe("terms that contradict themselves", () => {
  it.each<[string, string[], Partial<CouponTerms>]>([
    ["sound", [], {}],
    ["no name", ["name required"], { name: " " }],
    ["no yen", ["discount_absolute required"], { discount_absolute: null }],
    ["0 yen", ["discount_absolute out_of_range"], { discount_absolute: 0 }],
    ["1.5 yen", ["discount_absolute out_of_range"], { discount_absolute: 1.5 }],
    ["101 %", ["discount_rate out_of_range"], rate(101)],
    ["four decimals", ["discount_rate out_of_range"], rate(1.0001)],
    ["the plan's figure needs none", [], { absolute_type: "plan", discount_absolute: null }],
    ["a largest discount of yen", ["discount_limit only_for_rate"], { discount_limit: 500 }],
    ["three times, two in all", ["use_times_limit more_than_in_all"], { use_times_limit: 3, use_amount_limit: 2 }],
    ["a code of letters, digits and hyphens", [], { type: "code", code: "SPRING-26_a" }],
    ["a code in Japanese", ["code not_coupon_code"], { type: "code", code: "春の湯" }],
    ["a code with a space", ["code not_coupon_code"], { type: "code", code: "SPRING 26" }],
    ["a code of hyphens", ["code not_coupon_code"], { type: "code", code: "--" }],
    ["codes of guests", [], { type: "code", code: null }],
    [
      "three a reservation, two in all",
      ["use_quantity_limit more_than_in_all"],
      { use_quantity_limit: 3, use_amount_limit: 2 },
    ],
    [
      "the period ends before it begins",
      ["stay_end_date before_start"],
      { stay_start_date: day("2026-12-02"), stay_end_date: day("2026-12-01") },
    ],
    [
      "a blackout that ends before it begins",
      ["unavailable_period.0.end before_start"],
      { unavailable_period: [{ start: day("2026-12-02"), end: day("2026-12-01") }] },
    ],
    [
      "one night, and it is black",
      ["stay_end_date no_night_left"],
      {
        stay_start_date: day("2026-12-01"),
        stay_end_date: day("2026-12-01"),
        unavailable_period: [{ start: day("2026-12-01"), end: day("2026-12-01") }],
      },
    ],
    [
      "Sundays of a week without one",
      ["stay_end_date no_night_left"],
      { stay_start_date: day("2026-12-07"), stay_end_date: day("2026-12-12"), day_of_week: [0] },
    ],
    [
      "August in winter",
      ["stay_end_date no_night_left"],
      { stay_start_date: day("2026-12-01"), stay_end_date: day("2027-02-28"), available_months: [8] },
    ],
    [
      "blackout days to the end of all days",
      ["unavailable_period no_night_left"],
      {
        stay_start_date: day("2026-12-01"),
        unavailable_period: [{ start: day("2026-12-01"), end: day("2999-12-31") }],
      },
    ],
    [
      "fourteen years of blackout days in a period of twenty",
      [],
      {
        stay_start_date: day("2026-12-01"),
        stay_end_date: day("2046-12-31"),
        unavailable_period: [{ start: day("2026-12-01"), end: day("2040-12-31") }],
      },
    ],
    [
      "booked after the stay",
      ["reservation_end_date out_of_range"],
      { stay_end_date: day("2026-12-01"), reservation_end_date: day("2026-12-02") },
    ],
    ["both days and months", ["valid_months_from_acquire days_or_months"], months(1, { valid_days_from_acquire: 60 })],
    ["no days", ["valid_days_from_acquire out_of_range"], { valid_days_from_acquire: 0 }],
    ["more than ten years of days", ["valid_days_from_acquire out_of_range"], { valid_days_from_acquire: 3_651 }],
    ["half a day", ["valid_days_from_acquire out_of_range"], { valid_days_from_acquire: 1.5 }],
    ["the month itself", [], months(0)],
    ["months before", ["valid_months_from_acquire out_of_range"], months(-1)],
    ["more than ten years of months", ["valid_months_from_acquire out_of_range"], months(121)],
    [
      "a code that everybody has",
      ["valid_days_from_acquire only_for_given"],
      { type: "code", code: "AKI", valid_days_from_acquire: 60 },
    ],
    ["codes of which each guest gets one", [], { type: "code", code: null, valid_days_from_acquire: 60 }],
  ])("%s", (_name, wanted, over) => {
    expect(couponErrors({ ...OPEN, ...over }).map(({ path, code }) => `${path} ${code}`)).toEqual(wanted);
  });
});

describe("a coupon that is of no use to whoever gets it on the 20th", () => {
  it.each<[string, string[], Partial<CouponTerms>, CalendarDate?]>([
    ["booked until today", [], { reservation_end_date: day("2026-11-20") }],
    ["booked until yesterday", ["reservation_end_date already_over"], { reservation_end_date: day("2026-11-19") }],
    ["last night today", [], { stay_end_date: day("2026-11-20") }],
    ["last night yesterday", ["stay_end_date already_over"], { stay_end_date: day("2026-11-19") }],
    [
      "only blackout days from today on",
      ["stay_end_date no_night_left"],
      {
        stay_start_date: day("2026-11-01"),
        stay_end_date: day("2026-11-30"),
        unavailable_period: [{ start: day("2026-11-20"), end: day("2026-11-30") }],
      },
    ],
    [
      "over before it is given for the first time",
      ["reservation_end_date over_before_given", "stay_end_date over_before_given"],
      { reservation_end_date: day("2026-12-04"), stay_end_date: day("2026-12-09") },
      day("2026-12-10"),
    ],
    ["over on the day it is given first", [], { stay_end_date: day("2026-12-10") }, day("2026-12-10")],
    [
      "ten days end a day before the first night",
      ["valid_days_from_acquire no_night_left"],
      { valid_days_from_acquire: 10, stay_start_date: day("2026-12-01") },
    ],
    ["eleven days leave the first night", [], { valid_days_from_acquire: 11, stay_start_date: day("2026-12-01") }],
    [
      "the first night is next month",
      ["valid_months_from_acquire no_night_left"],
      { valid_months_from_acquire: 0, stay_start_date: day("2026-12-01") },
    ],
    ["to the end of next month", [], { valid_months_from_acquire: 1, stay_start_date: day("2026-12-31") }],
    [
      "given next month it lasts to that month's end",
      [],
      { valid_months_from_acquire: 0, stay_start_date: day("2026-12-31") },
      day("2026-12-10"),
    ],
    [
      "no Sunday within two days",
      ["valid_days_from_acquire no_night_left"],
      { valid_days_from_acquire: 1, day_of_week: [0] },
    ],
    ["the entity's last night comes first", [], { valid_days_from_acquire: 60, stay_end_date: day("2026-11-20") }],
  ])("%s", (_name, wanted, over, firstGiven = day("2026-11-20")) => {
    const found = overFromTheStart({ ...OPEN, ...over }, day("2026-11-20"), firstGiven);
    expect(found.map(({ path, code }) => `${path} ${code}`)).toEqual(wanted);
  });
});
