import type { CalendarDate } from "../calendar-date.ts";

/** One rank with its threshold in the unit of the definition: stays, yen or points. Priority 1 is best. */
export type RankStep = { id: number; priority: number; threshold: number };
export type HeldRank = { rank_detail_id: number; rank_type: "auto" | "manual"; expiration_date: CalendarDate | null };

/** The best rank whose threshold is met; null when none is. */
export function rankWon(steps: readonly RankStep[], measure: number): RankStep | null {
  const met = steps.filter((step) => measure >= step.threshold).sort((a, b) => a.priority - b.priority);
  return met[0] ?? null;
}

/** Whether a held rank still holds: its last day is inclusive. */
export function stillHolds(held: HeldRank, today: CalendarDate): boolean {
  return held.expiration_date === null || held.expiration_date >= today;
}

/**
 * What an evaluation makes of a held rank: a better or equal one is won at once (equal renews it), a worse one only after the
 * held rank has run out, and a manual rank is never touched while it holds.
 * @returns the rank to hold, or "keep".
 */
export function decideRank(
  steps: readonly RankStep[],
  measure: number,
  held: HeldRank | null,
  today: CalendarDate,
): RankStep | null | "keep" {
  const won = rankWon(steps, measure);
  if (!held || !stillHolds(held, today)) return won;
  if (held.rank_type === "manual") return "keep";
  const heldPriority = steps.find((step) => step.id === held.rank_detail_id)?.priority ?? Number.POSITIVE_INFINITY;
  return won && won.priority <= heldPriority ? won : "keep";
}
