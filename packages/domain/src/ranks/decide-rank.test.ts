import { expect, test } from "vitest";
import { calendarDate } from "../calendar-date.ts";
import { decideRank, type HeldRank, type RankStep, rankWon } from "./decide-rank.ts";

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
  ["manual while it holds: kept even when better is met", 10, held(2, "manual", "2026-12-31"), "keep"],
  ["manual without end: kept", 10, held(3, "manual", null), "keep"],
  ["manual that ran out: what is won", 10, held(3, "manual", "2026-11-19"), 1],
] as const)("%s", (_name, measure, now, expected) => {
  const decision = decideRank(steps, measure, now, today);
  expect(decision === "keep" || decision === null ? decision : decision.id).toBe(expected);
});
