import { addDays, addMonths, type CalendarDate } from "../calendar-date.ts";
import { decideRank, type HeldRank, heldRank, type RankStep } from "./decide-rank.ts";
import { baseDays } from "./evaluation-days.ts";

/** A definition with the first day on which it counts; it counts until the next one does. */
export type RankVersion = {
  from: CalendarDate;
  base_month: number;
  active_month: number;
  base_date: number;
  steps: readonly RankStep[];
};
/** What counts of a guest on a day, in the definition's unit. */
export type CountedAmount = { day: CalendarDate; amount: number };

/** What an evaluation gives: a rank with its last day. The same rank never ends earlier than it would have; the entry tier has no end. */
function given(won: RankStep, before: HeldRank | null, day: CalendarDate, activeMonth: number): HeldRank {
  if (won.threshold === 0) return { rank_detail_id: won.id, rank_type: "auto", expiration_date: null };
  const until = addMonths(day, activeMonth);
  const same = before?.rank_detail_id === won.id && before.rank_type === "auto" ? before.expiration_date : null;
  return { rank_detail_id: won.id, rank_type: "auto", expiration_date: same !== null && same > until ? same : until };
}

/** What an automatic rank became on a day; null: none. */
export type RankChange = { day: CalendarDate; held: HeldRank | null };

/** The automatic rank a guest holds at the end of `today`: what the last change until then made of it. */
export function replayRank(
  versions: readonly RankVersion[],
  counted: (version: RankVersion) => readonly CountedAmount[],
  today: CalendarDate,
): HeldRank | null {
  return replayChanges(versions, counted, today).at(-1)?.held ?? null;
}

/**
 * Every change of a guest's automatic rank until the end of `today`, renewals too. A replay of the definitions and all that counts of the
 * guest: judged on the first day of each definition, on every regular evaluation, on each day on which something counted, and on the day
 * after a rank ran out. So the result does not depend on the order, the batches or the day in which facts became known (docs/adr/0136).
 * `counted` is given by version, because definitions may count different things. A future day is computed as if nothing else happened.
 */
export function replayChanges(
  versions: readonly RankVersion[],
  counted: (version: RankVersion) => readonly CountedAmount[],
  today: CalendarDate,
): RankChange[] {
  let held: HeldRank | null = null;
  const changes: RankChange[] = [];
  versions.forEach((version, index) => {
    const next = versions[index + 1]?.from;
    const last = next === undefined || next > today ? today : addDays(next, -1);
    if (version.from > today) return;
    const facts = counted(version);
    const judge = (day: CalendarDate) => {
      const decision = decideRank(version.steps, measured(facts, version.base_month, day), held, day);
      if (decision === "keep") return;
      held = decision && given(decision, held, day, version.active_month);
      changes.push({ day, held });
    };
    const days = new Set([version.from, ...baseDays(version.base_date, version.from, last)]);
    for (const { day } of facts) if (day > version.from && day <= last) days.add(day);
    for (const day of [...days].sort()) {
      runOut(day);
      judge(day);
    }
    runOut(addDays(last, 1));
    /** Judges the days before this one on which a rank had run out. */
    function runOut(before: CalendarDate) {
      for (;;) {
        const until: CalendarDate | null = held?.expiration_date ?? null;
        if (until === null || addDays(until, 1) >= before) return;
        judge(addDays(until, 1));
      }
    }
  });
  return changes;
}

/** The tier a guest held on the evening of a day, of the definition that counted then: by hand (the best, if several), else earned. */
export function tierOnEvening(
  versions: readonly RankVersion[],
  changes: readonly RankChange[],
  day: CalendarDate,
  byHand: readonly HeldRank[] = [],
): RankStep | null {
  const earned = changes.findLast((change) => change.day <= day)?.held;
  const steps = versions.findLast(({ from }) => from <= day)?.steps ?? [];
  const best = [...steps]
    .sort((a, b) => a.priority - b.priority)
    .flatMap(({ id }) => byHand.filter((rank) => rank.rank_detail_id === id));
  return heldRank(steps, earned ? [...best, earned] : best, day);
}

/** What counts on a day: of the months before it, the day included. */
export function measured(facts: readonly CountedAmount[], baseMonth: number, day: CalendarDate): number {
  const since = addMonths(day, -baseMonth);
  return facts.reduce((sum, fact) => (fact.day > since && fact.day <= day ? sum + fact.amount : sum), 0);
}
