import { addDays, todayInTokyo } from "../../calendar-date.ts";
import type { CampaignPeriod } from "./period.ts";
import { nextRuns, type Schedule } from "./schedule.ts";

/** One time of a schedule: as it is planned, and when it comes if it was moved. */
export type Run = { planned: Date; at: Date };
/** A run of which more is known than the schedule says: it does not come by that any more. */
export type KnownRun = { planned: Date; movedTo: Date | null; state: "moved" | "omitted" | "made" | "missed" };

/** What decides when an action runs. */
export type RunPlan = { schedule: Schedule; period: CampaignPeriod; known: readonly KnownRun[] };

const DAY_START = "T00:00:00+09:00";

/** Runs later than `after`, in order, at most `count`, and none after `until`. Its first and last day belong to a campaign. */
export function runsAfter(
  { schedule, period, known }: RunPlan,
  after: Date,
  { count, until = null }: { count: number; until?: Date | null },
): Run[] {
  const first = period.start === null ? null : new Date(Date.parse(`${period.start}${DAY_START}`) - 1);
  const from = first !== null && first > after ? first : after;
  const end = period.end === null ? null : new Date(Date.parse(`${addDays(period.end, 1)}${DAY_START}`) - 1);
  const last = [end, until].reduce((a, b) => (a === null || (b !== null && b < a) ? b : a));
  const taken = new Set(known.map(({ planned }) => planned.getTime()));
  const own = nextRuns(schedule, from, count + known.length)
    .filter((at) => !taken.has(at.getTime()))
    .map((at) => ({ planned: at, at }));
  const moved = known.flatMap(({ planned, movedTo, state }) =>
    state === "moved" && movedTo !== null && movedTo > after ? [{ planned, at: movedTo }] : [],
  );
  return [...own, ...moved]
    .filter(({ at }) => last === null || at <= last)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .slice(0, count);
}

/** From so many minutes on a run is late: before, a worker only took its time. */
const LATE_MINUTES = 15;

export type LateReason = "late" | "newer";

/**
 * Which of an action's due runs are made, in order. Of those that are late the newest is made up, if it is not older than these hours, and
 * nothing came in time after it: what was missed is never sent in a burst.
 */
export function settleDue(
  due: readonly Run[],
  now: Date,
  missedHours: number,
): { made: Run[]; missed: (Run & { reason: LateReason })[] } {
  const made: Run[] = [];
  const missed: (Run & { reason: LateReason })[] = [];
  for (const [place, run] of due.entries()) {
    const minutes = (now.getTime() - run.at.getTime()) / 60_000;
    if (minutes > missedHours * 60) missed.push({ ...run, reason: "late" });
    else if (minutes > LATE_MINUTES && place < due.length - 1) missed.push({ ...run, reason: "newer" });
    else made.push(run);
  }
  return { made, missed };
}

/** Whether a moment lies within the campaign's days. */
export function isWithin({ start, end }: CampaignPeriod, at: Date): boolean {
  const day = todayInTokyo(at);
  return (start === null || start <= day) && (end === null || day <= end);
}
