import { describe, expect, test } from "vitest";
import { calendarDate } from "../calendar-date.ts";
import { decideRank, type HeldRank, heldRank, type RankStep, rankWon } from "./decide-rank.ts";

const steps: RankStep[] = [
  { id: 1, priority: 1, threshold: 10 },
  { id: 2, priority: 2, threshold: 5 },
  { id: 3, priority: 3, threshold: 1 },
];
const today = calendarDate("2026-11-20");
const held = (id: number, type: "auto" | "manual", until: string | null): HeldRank => ({
  rank_detail_id: id,
  rank_type: type,
  expiration_date: until === null ? null : calendarDate(until),
});

test.each([
  [0, null],
  [1, 3],
  [4, 3],
  [5, 2],
  [10, 1],
  [999, 1],
])("measure %i wins rank %s", (measure, id) => {
  expect(rankWon(steps, measure)?.id ?? null).toBe(id);
});

test.each([
  ["nothing held: what is won", 5, null, 2],
  ["better: at once", 10, held(2, "auto", "2026-12-31"), 1],
  ["equal: renewed", 5, held(2, "auto", "2026-12-31"), 2],
  ["worse while it holds: kept", 1, held(2, "auto", "2026-12-31"), "keep"],
  ["worse on its last day: kept", 1, held(2, "auto", "2026-11-20"), "keep"],
  ["worse after it ran out: lowered", 1, held(2, "auto", "2026-11-19"), 3],
  ["nothing met after it ran out: none", 0, held(2, "auto", "2026-11-19"), null],
  ["automatic without end though its rank asks for something by now: judged anew", 0, held(3, "auto", null), null],
] as const)("%s", (_name, measure, now, expected) => {
  const decision = decideRank(steps, measure, now, today);
  expect(decision === "keep" || decision === null ? decision : decision.id).toBe(expected);
});

describe("the rank held on a day", () => {
  const withEntry: RankStep[] = [...steps, { id: 4, priority: 4, threshold: 0 }, { id: 5, priority: 5, threshold: 0 }];
  test.each<[string, RankStep[], HeldRank[], number | null]>([
    ["nothing given, no entry tier", steps, [], null],
    ["nothing given: the entry tier, of two the better", withEntry, [], 4],
    ["on its last day", withEntry, [held(2, "auto", "2026-11-20")], 2],
    ["a day later", withEntry, [held(2, "auto", "2026-11-19")], 4],
    ["a day later without an entry tier", steps, [held(2, "manual", "2026-11-19")], null],
    ["manual, worse than the entry tier", withEntry, [held(5, "manual", null)], 5],
    ["automatic, worse than the entry tier", withEntry, [held(5, "auto", "2026-12-31")], 4],
    ["a rank the definition no longer has", withEntry, [held(9, "manual", null)], 4],
    ["manual above a worse earned one", steps, [held(1, "manual", null), held(3, "auto", "2026-12-31")], 1],
    [
      "manual holds: a better earned one does not show through",
      steps,
      [held(1, "auto", null), held(3, "manual", null)],
      3,
    ],
    ["manual ran out: the earned one", steps, [held(1, "auto", "2026-12-31"), held(3, "manual", "2026-11-19")], 1],
    [
      "manual of a tier that is gone: the earned one",
      steps,
      [held(9, "manual", null), held(2, "auto", "2026-11-20")],
      2,
    ],
  ])("%s", (_name, among, given, expected) => {
    expect(heldRank(among, given, today)?.id ?? null).toBe(expected);
  });
  test("less than nothing counts as nothing", () => {
    expect(rankWon(withEntry, -100)?.id).toBe(4);
  });
});
