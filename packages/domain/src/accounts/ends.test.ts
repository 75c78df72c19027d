import { describe, expect, it } from "vitest";
import { type CalendarDate, calendarDate } from "../calendar-date.ts";
import { endStage, stopsNow } from "./ends.ts";

const TODAY = calendarDate("2026-11-20");
const day = (text: string | null): CalendarDate | null => (text === null ? null : calendarDate(text));
const period = (from: string | null, to: string | null) => [{ from: day(from), to: day(to) }];

describe("an end is told 30 days and 7 days before and for a week after", () => {
  it.each([
    ["2026-12-21", undefined],
    ["2026-12-20", "month"],
    ["2026-11-28", "month"],
    ["2026-11-27", "week"],
    ["2026-11-20", "week"],
    ["2026-11-19", "over"],
    ["2026-11-13", "over"],
    ["2026-11-12", undefined],
  ])("%s: %s", (end, stage) => expect(endStage(calendarDate(end), TODAY)).toBe(stage));
});

describe("what runs is stopped by a last day that is over or today, by a first day that is to come, and by nothing in its place", () => {
  const running = period("2026-01-01", null);
  it.each([
    ["ends yesterday", running, period("2026-01-01", "2026-11-19"), true],
    ["ends today", running, period("2026-01-01", "2026-11-20"), true],
    ["ends tomorrow", running, period("2026-01-01", "2026-11-21"), false],
    ["begins tomorrow", running, period("2026-11-21", null), true],
    ["is taken out", running, [], true],
    [
      "goes on in another period",
      running,
      [...period("2026-01-01", "2026-11-20"), ...period("2026-11-21", null)],
      false,
    ],
    ["was over already", period(null, "2026-11-01"), period(null, "2026-10-01"), false],
  ] as const)("%s", (_, before, after, stops) => expect(stopsNow(before, after, TODAY)).toBe(stops));
});
