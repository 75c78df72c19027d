import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, calendarDate } from "../calendar-date.ts";
import { rankProgress } from "./progress.ts";
import { type RankVersion, replayRank } from "./replay.ts";

const day = calendarDate;
const steps = [
  { id: 1, priority: 1, threshold: 4 },
  { id: 2, priority: 2, threshold: 2 },
  { id: 3, priority: 3, threshold: 0 },
];
const version = (from: string, more: Partial<RankVersion> = {}): RankVersion => ({
  from: day(from),
  base_month: 12,
  active_month: 6,
  base_date: 1,
  steps,
  ...more,
});
const on = (...days: string[]) => days.map((one) => ({ day: day(one), amount: 1 }));
const stepsOf = (versions: RankVersion[], days: string[], today: string) => {
  const found = rankProgress(versions, () => on(...days), day(today));
  return (
    found && {
      held: found.held?.id ?? null,
      next: found.next && [found.next.step.id, found.next.missing.amount, found.next.missing.until],
      keep: found.keep && [found.keep.amount, found.keep.until],
      falls: found.falls && [found.falls.last, found.falls.to?.id ?? null],
    }
  );
};

test.each([
  [
    "nobody came: two stays, any day",
    [version("2026-01-01")],
    [],
    "2026-11-20",
    { held: 3, next: [2, 2, null], keep: null, falls: null },
  ],
  [
    "one stay counts until it is a year ago",
    [version("2026-01-01")],
    ["2026-04-10"],
    "2026-11-20",
    { held: 3, next: [2, 1, "2027-04-09"], keep: null, falls: null },
  ],
  [
    "silver by two stays: renewed on every first of a month while both count",
    [version("2026-01-01")],
    ["2026-04-10", "2026-10-01"],
    "2026-11-20",
    { held: 2, next: [1, 2, "2027-04-09"], keep: null, falls: ["2027-10-01", 3] },
  ],
  [
    "about to run out: one more stay prolongs it",
    [version("2026-01-01", { base_month: 3 })],
    ["2026-04-10", "2026-05-01"],
    "2026-11-20",
    { held: 2, next: [1, 4, null], keep: [2, "2027-01-01"], falls: ["2027-01-01", 3] },
  ],
  [
    "on its last day",
    [version("2026-01-01", { base_month: 3 })],
    ["2026-04-10", "2026-05-01"],
    "2027-01-01",
    { held: 2, next: [1, 4, null], keep: [2, "2027-01-01"], falls: ["2027-01-01", 3] },
  ],
  [
    "a day later",
    [version("2026-01-01", { base_month: 3 })],
    ["2026-04-10", "2026-05-01"],
    "2027-01-02",
    { held: 3, next: [2, 2, null], keep: null, falls: null },
  ],
  [
    "at the top, without an entry tier below",
    [version("2026-01-01", { steps: steps.slice(0, 1) })],
    ["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04"],
    "2026-11-20",
    { held: 1, next: null, keep: null, falls: ["2028-04-01", null] },
  ],
  [
    "until a harder definition begins, which decides when the rank runs out",
    [version("2026-01-01"), version("2027-01-15", { steps: [{ id: 1, priority: 1, threshold: 9 }] })],
    ["2026-10-10"],
    "2026-11-20",
    { held: 3, next: [2, 1, "2027-01-14"], keep: null, falls: ["2027-01-14", null] },
  ],
  [
    "a stay of 31 August in a window of six months: February ends before it is out",
    [version("2026-01-01", { base_month: 6 })],
    ["2026-08-31"],
    "2026-11-20",
    { held: 3, next: [2, 1, "2027-02-28"], keep: null, falls: null },
  ],
  ["before the first definition", [version("2026-12-01")], ["2026-08-31"], "2026-11-20", null],
])("%s", (_name, versions, days, today, expected) => {
  expect(stepsOf(versions, days, today)).toEqual(expected);
});

test("what is told comes true: so many stays on the last day raise, one fewer or a day later do not; the fall comes on its day", () => {
  const days = fc.array(fc.nat(400), { maxLength: 9 });
  const terms = fc.record({
    base_month: fc.integer({ min: 1, max: 9 }),
    active_month: fc.integer({ min: 1, max: 7 }),
    base_date: fc.constantFrom(1, 15, 29, 30, 31),
  });
  fc.assert(
    fc.property(terms, days, fc.integer({ min: 0, max: 800 }), (found, ago, start) => {
      const today = addDays(day("2027-06-01"), start);
      const versions = [version("2026-06-01", found)];
      const facts = ago.map((n) => ({ day: addDays(today, -n), amount: 1 }));
      const progress = rankProgress(versions, () => facts, today);
      const heldOn = (on: typeof today, more = 0) =>
        replayRank(versions, () => [...facts, ...Array.from({ length: more }, () => ({ day: on, amount: 1 }))], on)
          ?.rank_detail_id;
      const next = progress?.next;
      const changes = (on: typeof today) => progress?.falls && on > progress.falls.last;
      if (next) {
        const { amount, until } = next.missing;
        for (const on of [today, ...(until && !changes(until) ? [until] : [])]) {
          const reached = steps.find(({ id }) => id === heldOn(on, amount))?.priority ?? 9;
          expect(reached).toBeLessThanOrEqual(next.step.priority);
          if (amount > 0) expect(heldOn(on, amount - 1)).not.toBe(next.step.id);
        }
        if (until && !changes(addDays(until, 1))) expect(heldOn(addDays(until, 1), amount)).not.toBe(next.step.id);
      }
      const falls = progress?.falls;
      if (falls) {
        expect(heldOn(falls.last)).toBe(progress.held?.id);
        expect(heldOn(addDays(falls.last, 1))).toBe(falls.to?.id);
      } else expect(heldOn(addDays(today, 700))).toBe(progress?.held?.id);
    }),
    { numRuns: 60 },
  );
});
