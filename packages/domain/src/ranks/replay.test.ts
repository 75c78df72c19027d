import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, calendarDate, dayOfMonth, lastDayOfMonth } from "../calendar-date.ts";
import { baseDays } from "./evaluation-days.ts";
import { type RankVersion, replayRank } from "./replay.ts";

const day = calendarDate;
const steps = [
  { id: 1, priority: 1, threshold: 4 },
  { id: 2, priority: 2, threshold: 2 },
  { id: 3, priority: 3, threshold: 0 },
];
const version = (from: string, more: Partial<RankVersion> = {}): RankVersion => ({
  from: day(from),
  base_month: 24,
  active_month: 12,
  base_date: 1,
  steps,
  ...more,
});
const stays = (...days: string[]) => days.map((one) => ({ day: day(one), amount: 1 }));
const held = (versions: RankVersion[], days: string[], today: string) => {
  const rank = replayRank(versions, () => stays(...days), day(today));
  return rank && [rank.rank_detail_id, rank.expiration_date];
};

test.each([
  [
    "base date 31 is each month's last day",
    31,
    "2028-01-30",
    "2028-04-30",
    ["2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30"],
  ],
  [
    "30 in a February that is no leap year, over the turn of the year",
    30,
    "2026-12-29",
    "2027-03-30",
    ["2026-12-30", "2027-01-30", "2027-02-28", "2027-03-30"],
  ],
  ["the first, from itself on: not again", 1, "2026-11-01", "2027-01-01", ["2026-12-01", "2027-01-01"]],
  ["none", 15, "2026-11-15", "2026-12-14", []],
])("%s", (_name, baseDate, from, to, expected) => {
  expect(baseDays(baseDate, day(from), day(to))).toEqual(expected);
});

test("every month has one regular evaluation", () => {
  const days = fc.integer({ min: 0, max: 20_000 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 31 }), days, fc.nat(2_000), (baseDate, start, length) => {
      const from = addDays(day("1990-01-01"), start);
      const to = addDays(from, length);
      const expected = Array.from({ length }, (_, n) => addDays(from, n + 1)).filter(
        (one) => dayOfMonth(one) === Math.min(baseDate, dayOfMonth(lastDayOfMonth(one))),
      );
      expect(baseDays(baseDate, from, to)).toEqual(expected);
    }),
  );
});

/** From June on a rank takes three stays instead of what it took before. */
const harder = [
  version("2026-01-01"),
  version("2026-06-15", {
    steps: [
      { id: 2, priority: 2, threshold: 3 },
      { id: 3, priority: 3, threshold: 0 },
    ],
  }),
];

test.each<[string, RankVersion[], string[], string, (number | string | null)[]]>([
  ["nobody stays: the entry tier", [version("2026-01-01")], [], "2026-11-20", [3, null]],
  [
    "upward on the day of the stay",
    [version("2026-01-01")],
    ["2026-03-02", "2026-11-20"],
    "2026-11-20",
    [2, "2027-11-20"],
  ],
  ["not the day before", [version("2026-01-01")], ["2026-03-02", "2026-11-20"], "2026-11-19", [3, null]],
  [
    "renewed by each regular evaluation while it is earned",
    [version("2026-01-01")],
    ["2026-03-02", "2026-03-03"],
    "2027-06-15",
    [2, "2028-06-01"],
  ],
  [
    "and no longer: its last day is that of the last one",
    [version("2026-01-01")],
    ["2026-03-02", "2026-03-03"],
    "2029-03-01",
    [2, "2029-03-01"],
  ],
  ["gone a day later", [version("2026-01-01")], ["2026-03-02", "2026-03-03"], "2029-03-02", [3, null]],
  [
    "judged on the day after it ran out, not at the next evaluation",
    [version("2026-01-01", { base_date: 15, base_month: 2, active_month: 1 })],
    ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04", "2026-04-20", "2026-04-21"],
    "2026-05-22",
    [2, "2026-06-22"],
  ],
  [
    "from the leap day",
    [version("2028-01-01", { base_month: 1 })],
    ["2028-02-29", "2028-02-29"],
    "2029-02-28",
    [2, "2029-03-01"],
  ],
  [
    "a harder definition takes nothing before the rank runs out",
    harder,
    ["2026-03-02", "2026-03-03"],
    "2027-06-01",
    [2, "2027-06-01"],
  ],
  ["and then it decides", harder, ["2026-03-02", "2026-03-03"], "2027-06-02", [3, null]],
  [
    "a definition that has not begun judges nobody",
    [version("2026-12-01")],
    ["2026-03-02"],
    "2026-11-30",
    null as never,
  ],
])("%s", (_name, versions, days, today, expected) => {
  expect(held(versions, days, today)).toEqual(expected);
});
