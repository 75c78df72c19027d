import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  calendarDate,
  compareDates,
  dayOfWeek,
  daysBetween,
  formatJa,
  fromEpochDay,
  lastDayOfMonth,
  monthOf,
  parseDate,
  parseLooseDate,
  todayInTokyo,
  toEpochDay,
} from "./calendar-date.ts";

const day = calendarDate;

describe("parseDate", () => {
  it.each(["2026-01-31", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])("accepts the real day %s", (text) => {
    expect(parseDate(text)).toBe(text);
  });
  it.each([
    "2026-02-30",
    "2025-02-29",
    "1900-02-29",
    "0000-00-00",
    "2026-13-01",
    "2026-00-10",
    "2026-1-1",
    "2026/01/01",
    "",
    "2026-01-01T00:00",
    " 2026-01-01",
  ])("refuses %j", (text) => {
    expect(parseDate(text)).toBeUndefined();
  });
});

describe("parseLooseDate", () => {
  it.each([
    ["2026/1/5", "2026-01-05"],
    ["2026年1月5日", "2026-01-05"],
    ["２０２６年０１月０５日", "2026-01-05"],
    ["2026.01.05", "2026-01-05"],
    ["20260105", "2026-01-05"],
    ["2026-1-5", "2026-01-05"],
    ["2026/01/05 0:00", "2026-01-05"],
    [" 2026-01-05T23:59:59.000 ", "2026-01-05"],
  ])("reads %s", (text, expected) => {
    expect(parseLooseDate(text)).toBe(expected);
  });
  it.each(["2026/2/30", "20260230", "2026年13月1日", "5/1/2026", "2026-01-05T00:00:00Z", "2026", "tomorrow"])(
    "refuses %s",
    (text) => {
      expect(parseLooseDate(text)).toBeUndefined();
    },
  );
});

describe("arithmetic", () => {
  it("agrees with Date.UTC on every day number", () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (n) => {
        const date = fromEpochDay(n);
        expect(date).toBe(new Date(n * 86_400_000).toISOString().slice(0, 10));
        expect(toEpochDay(date)).toBe(n);
        expect(dayOfWeek(date)).toBe(new Date(n * 86_400_000).getUTCDay());
      }),
    );
  });
  it("adds and counts days over leap days", () => {
    expect(addDays(day("2024-02-28"), 1)).toBe("2024-02-29");
    expect(addDays(day("2025-02-28"), 1)).toBe("2025-03-01");
    expect(daysBetween(day("2023-12-31"), day("2024-12-31"))).toBe(366);
    expect(() => addDays(day("9999-12-31"), 1)).toThrow(RangeError);
  });
  it("adds months, clamped to the month's end", () => {
    expect(addMonths(day("2026-01-31"), 1)).toBe("2026-02-28");
    expect(addMonths(day("2024-03-31"), -1)).toBe("2024-02-29");
    expect(addMonths(day("2026-11-20"), -24)).toBe("2024-11-20");
    expect(addMonths(day("2026-11-30"), 3)).toBe("2027-02-28");
  });
  it("sorts as text does", () => {
    expect(["2026-02-01", "2025-12-31"].map(day).sort(compareDates)).toEqual(["2025-12-31", "2026-02-01"]);
  });
});

describe("specification §3: shown as YYYY年MM月DD日, a day in Asia/Tokyo", () => {
  it("formats", () => {
    expect(formatJa(day("2026-01-05"))).toBe("2026年01月05日");
  });
  it.each([
    ["2026-11-20T14:59:59.999Z", "2026-11-20"],
    ["2026-11-20T15:00:00.000Z", "2026-11-21"],
    ["1969-12-31T14:59:59.000Z", "1969-12-31"],
  ])("%s is %s in Tokyo", (instant, expected) => {
    expect(todayInTokyo(new Date(instant))).toBe(expected);
  });
  it("knows months", () => {
    expect(monthOf(day("2026-11-20"))).toBe(11);
    expect(lastDayOfMonth(day("2024-02-10"))).toBe("2024-02-29");
  });
});
