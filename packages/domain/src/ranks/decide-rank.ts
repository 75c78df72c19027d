import type { CalendarDate } from "../calendar-date.ts";

/** One rank with its threshold in the unit of the definition: stays, yen or points. Priority 1 is best. */
export type RankStep = { id: number; priority: number; threshold: number };
/** A rank as it was given to a customer; an automatic one without a last day is an entry tier's. */
export type HeldRank = { rank_detail_id: number; rank_type: "auto" | "manual"; expiration_date: CalendarDate | null };

/** The best rank whose threshold is met; null when none is. Less than nothing counts as nothing. */
export function rankWon(steps: readonly RankStep[], measure: number): RankStep | null {
  const met = steps.filter((step) => Math.max(0, measure) >= step.threshold).sort((a, b) => a.priority - b.priority);
  return met[0] ?? null;
}

function recheckPermission(held: HeldRank, today: CalendarDate): boolean {
  // The last day is inclusive.
  return held.expiration_date === null || held.expiration_date >= today;
}

/**
 * The rank a living customer holds on the day: the one staff gave while it holds, else the automatic one while it holds, else the entry
 * tier, which asks for nothing and so is everybody's (product §7). A better earned rank does not replace one given by hand (docs/adr/0136).
 * A rank past its last day, or one that the definition no longer has, does not hold. `steps` are those of the active definition, `given` at
 * most one of each type; a merged or inactive customer holds nothing. The server decides the same in SQL.
 */
export function heldRank(steps: readonly RankStep[], given: readonly HeldRank[], today: CalendarDate): RankStep | null {
  const holding = (type: HeldRank["rank_type"]) =>
    given
      .filter((rank) => rank.rank_type === type && recheckPermission(rank, today))
      .flatMap((rank) => steps.filter((step) => step.id === rank.rank_detail_id))[0];
  const entry = rankWon(steps, 0);
  const earned = holding("auto");
  return holding("manual") ?? (earned && !(entry && entry.priority < earned.priority) ? earned : entry);
}

/**
 * What an evaluation makes of the automatic rank: a better or equal one is won at once (equal renews it), a worse one only after the held
 * one has run out. What staff gave lies above it and is never touched.
 * @returns the rank to hold, or "keep".
 */
export function decideRank(
  steps: readonly RankStep[],
  measure: number,
  given: HeldRank | null,
  today: CalendarDate,
): RankStep | null | "keep" {
  const won = rankWon(steps, measure);
  const held =
    given && recheckPermission(given, today) ? steps.find((step) => step.id === given.rank_detail_id) : undefined;
  if (!given || !held) return won;
  // An entry tier has no last day. Should the definition ask something for it since, it is judged like the others.
  if (given.expiration_date === null && held.threshold > 0) return won;
  return won && won.priority <= held.priority ? won : "keep";
}
