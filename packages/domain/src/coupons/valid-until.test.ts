import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, calendarDate as day, dayOfMonth, daysBetween, fromEpochDay, toEpochDay } from "../calendar-date.ts";
import { lastCouponDay, MAX_VALID_DAYS, MAX_VALID_MONTHS, validUntil } from "./valid-until.ts";

const days = (count: number) => ({ valid_days_from_acquire: count, valid_months_from_acquire: null });
const months = (count: number) => ({ valid_days_from_acquire: null, valid_months_from_acquire: count });

describe("the last night of a coupon that is counted from its acquisition", () => {
  it.each<[string, ReturnType<typeof days | typeof months>, string, string]>([
    ["the next day", days(1), "2026-11-20", "2026-11-21"],
    ["sixty days", days(60), "2026-11-20", "2027-01-19"],
    ["over 29 February", days(1), "2028-02-28", "2028-02-29"],
    ["a year that has none", days(1), "2027-02-28", "2027-03-01"],
    ["the month itself", months(0), "2026-11-20", "2026-11-30"],
    ["the month itself, on its last day", months(0), "2026-11-30", "2026-11-30"],
    ["the next month", months(1), "2026-11-01", "2026-12-31"],
    ["from a 31st to a month without one", months(1), "2027-01-31", "2027-02-28"],
    ["to the end of a February with 29 days", months(1), "2028-01-31", "2028-02-29"],
    ["from 29 February to the month a year later", months(12), "2028-02-29", "2029-02-28"],
    ["from a short month to the whole of a long one", months(1), "2027-02-28", "2027-03-31"],
    ["over the turn of the year", months(2), "2026-12-31", "2027-02-28"],
  ])("%s", (_name, terms, acquired, until) => {
    expect(validUntil(terms, day(acquired))).toBe(until);
  });

  it.each<[string, ReturnType<typeof days | typeof months>, string, string]>([
    ["the month of a birthday that comes, and the next", months(1), "2026-12-04", "2027-01-31"],
    ["the month itself of what has been", months(0), "2026-10-31", "2026-11-30"],
    ["days, which are counted from the acquisition", days(60), "2026-12-04", "2027-01-19"],
  ])("given on 20 November for an occasion: %s", (_name, terms, occasion, until) => {
    expect(validUntil(terms, day("2026-11-20"), day(occasion))).toBe(until);
  });

  it("is none where nothing is counted", () => {
    expect(
      validUntil({ valid_days_from_acquire: null, valid_months_from_acquire: null }, day("2026-11-20")),
    ).toBeNull();
  });

  const anyDay = fc
    .integer({ min: toEpochDay(day("1999-12-01")), max: toEpochDay(day("2101-03-31")) })
    .map(fromEpochDay);

  it("lies so many days later, and never before the acquisition", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: MAX_VALID_DAYS }), (acquired, count) => {
        expect(daysBetween(acquired, validUntil(days(count), acquired) ?? acquired)).toBe(count);
      }),
    );
  });

  it("is the last of its month, the same for all who got it in one month, and each month adds one", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: MAX_VALID_MONTHS }), (acquired, count) => {
        const until = validUntil(months(count), acquired) ?? acquired;
        expect(until >= acquired).toBe(true);
        const next = addDays(until, 1);
        expect(dayOfMonth(next)).toBe(1);
        expect(validUntil(months(count), addDays(acquired, 1 - dayOfMonth(acquired)))).toBe(until);
        expect(validUntil(months(0), next)).toBe(validUntil(months(count + 1), acquired));
      }),
    );
  });
});

describe("the last day on which anything can be begun", () => {
  it.each([
    [null, null, null, null],
    ["2026-12-01", null, null, "2026-12-01"],
    [null, "2026-12-02", "2026-12-03", "2026-12-02"],
    ["2026-12-04", "2026-12-05", "2026-12-03", "2026-12-03"],
  ])("booked by %s, stayed by %s, counted to %s", (bookBy, stayBy, until, last) => {
    const read = (text: string | null) => (text === null ? null : day(text));
    expect(lastCouponDay({ reservation_end_date: read(bookBy), stay_end_date: read(stayBy) }, read(until))).toBe(last);
  });
});
