import { expect, test } from "vitest";
import { calendarDate } from "../calendar-date.ts";
import { blankCoupon, type CouponTerms } from "./coupon.ts";
import { type TicketFacts, type TicketState, ticketState } from "./ticket.ts";

const TODAY = calendarDate("2026-11-20");
const day = calendarDate;
const held = (until: string | null = null, isWithdrawn = false) => ({
  isWithdrawn,
  valid_until: until === null ? null : day(until),
});
const facts: TicketFacts = {
  isRemoved: false,
  used_in_all: 0,
  acquired_in_all: 0,
  held: held(),
  used_by_guest: 0,
  isOpen: true,
};

test.each<[string, Partial<CouponTerms>, Partial<TicketFacts>, TicketState]>([
  ["held", {}, {}, "usable"],
  ["to its last day", { stay_end_date: TODAY }, {}, "usable"],
  ["a day after its last", { stay_end_date: day("2026-11-19") }, {}, "over"],
  ["after its last day of booking", { reservation_end_date: day("2026-11-19") }, {}, "over"],
  ["after the guest's own last day", { valid_days_from_acquire: 5 }, { held: held("2026-11-19") }, "over"],
  ["with the guest's own last day to come", { valid_days_from_acquire: 5 }, { held: held("2026-11-21") }, "usable"],
  ["without a night left", { available_months: [12] }, { held: held("2026-11-30") }, "over"],
  ["used as often as may be", { use_times_limit: 1 }, { used_by_guest: 1 }, "used"],
  ["used, and over", { use_times_limit: 1, stay_end_date: day("2026-11-19") }, { used_by_guest: 1 }, "used"],
  ["used once of two", { use_times_limit: 2 }, { used_by_guest: 1 }, "usable"],
  ["used by others until none is left", { use_amount_limit: 3 }, { used_in_all: 3 }, "used_up"],
  ["taken back", { use_times_limit: 1 }, { held: held(null, true), used_by_guest: 1 }, "withdrawn"],
  ["taken out of use", {}, { isRemoved: true }, "ended"],
  ["everybody's code", { type: "code", code: "A" }, { held: null }, "usable"],
  ["a code that the guest did not get", { type: "code", code: null }, { held: null }, "closed"],
  ["given to others alone", {}, { held: null }, "closed"],
  ["offered", { taken_by_guest: true }, { held: null }, "takeable"],
  [
    "offered, with one left",
    { taken_by_guest: true, acquire_amount_limit: 2 },
    { held: null, acquired_in_all: 1 },
    "takeable",
  ],
  [
    "offered, with none left",
    { taken_by_guest: true, acquire_amount_limit: 2 },
    { held: null, acquired_in_all: 2 },
    "none_left",
  ],
  ["offered by what was stopped", { taken_by_guest: true }, { held: null, isOpen: false }, "closed"],
  [
    "offered, and over before its first night",
    { taken_by_guest: true, valid_days_from_acquire: 1, available_months: [1] },
    { held: null },
    "over",
  ],
  ["offered and taken, when it was stopped", { taken_by_guest: true }, { isOpen: false }, "usable"],
])("a coupon %s", (_name, terms, more, state) => {
  expect(ticketState({ ...blankCoupon(), discount_absolute: 500, ...terms }, { ...facts, ...more }, TODAY)).toBe(state);
});
