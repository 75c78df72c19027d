import { expect, test } from "vitest";
import { calendarDate } from "../calendar-date.ts";
import { endOfLastQuarter, flowCode, parseFlow } from "./flow.ts";

test.each([
  ["2026-11-23", "2026-09-30"],
  ["2026-10-01", "2026-09-30"],
  ["2026-09-30", "2026-06-30"],
  ["2026-04-01", "2026-03-31"],
  ["2024-03-31", "2023-12-31"],
  ["2026-01-01", "2025-12-31"],
])("the quarter before %s ended on %s", (today, expected) => {
  expect(endOfLastQuarter(calendarDate(today))).toBe(expected);
});

test.each([
  "4.2026-09-30.2026-11-20.12.13",
  "4.2026-09-30.2026-09-30.new.none",
  "4.2024-02-29.2026-01-01.none.unscored",
])("%s is read and written alike", (text) => {
  const flow = parseFlow(text);
  expect(flow && flowCode(flow)).toBe(text);
});

test.each([
  "",
  "4",
  "4.2026-09-30.2026-09-29.1.2",
  "4.2026-02-29.2026-09-29.1.2",
  "4.2026-09-30.2026-11-20.1.new",
  "4.2026-09-30.2026-11-20.0.1",
  "0.2026-09-30.2026-11-20.1.1",
  "4.0000-01-01.2026-11-20.1.1",
  "4.2026-09-30.2026-11-20.1.1\n",
  "4.2026-09-30.2026-11-20.1.1.1",
])("%j is no flow", (text) => {
  expect(parseFlow(text)).toBeUndefined();
});
