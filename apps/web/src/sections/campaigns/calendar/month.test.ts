import { calendarDate } from "@okaeri/domain/calendar-date";
import { expect, test } from "vitest";
import { dayAfterKey, monthAfter, weeksOf } from "./month.ts";

test("a month is whole weeks from Sunday, with as many as it needs", () => {
  const february = weeksOf("2026-02");
  expect([february.length, february[0]?.[0], february.at(-1)?.at(-1)]).toEqual([4, "2026-02-01", "2026-02-28"]);
  const august = weeksOf("2026-08");
  expect([august.length, august[0]?.[0], august.at(-1)?.at(-1)]).toEqual([6, "2026-07-26", "2026-09-05"]);
});

test("months follow each other over the end of a year", () => {
  expect([monthAfter("2026-12", 1), monthAfter("2027-01", -1)]).toEqual(["2027-01", "2026-12"]);
});

test("keys go from day to day, to the ends of the week, and a month on to a day that is there", () => {
  const from = (day: string, key: string) => dayAfterKey(key, calendarDate(day));
  expect(from("2026-11-30", "ArrowRight")).toBe("2026-12-01");
  expect(from("2026-11-05", "ArrowUp")).toBe("2026-10-29");
  expect([from("2026-11-26", "Home"), from("2026-11-26", "End")]).toEqual(["2026-11-22", "2026-11-28"]);
  expect(from("2027-01-31", "PageDown")).toBe("2027-02-28");
  expect(from("2026-11-26", "PageUp")).toBe("2026-10-26");
  expect(from("2026-11-26", "a")).toBeUndefined();
});
