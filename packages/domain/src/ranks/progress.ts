import { addDays, addMonths, type CalendarDate } from "../calendar-date.ts";
import { type HeldRank, heldRank, type RankStep } from "./decide-rank.ts";
import { type CountedAmount, measured, type RankVersion, replayChanges } from "./replay.ts";

/** How much more of what the definition counts, and the last day on which that is enough; null: any day. */
export type MissingAmount = { amount: number; until: CalendarDate | null };
export type RankProgress = {
  /** What counts today. */
  measure: number;
  held: RankStep | null;
  /** The next better tier; null at the top. */
  next: { step: RankStep; missing: MissingAmount } | null;
  /** What prolongs the tier that is held, where today's stays alone would not; null where nothing is missing. */
  keep: MissingAmount | null;
  /** If nothing else happens: the last day of the tier that is held, and what comes then. */
  falls: { last: CalendarDate; to: RankStep | null } | null;
};

/**
 * How far a guest is from the next tier, and what happens to the earned one without further stays: the rule of the evaluation itself, run
 * into the future. `versions` end with the definition in force or with one that is to come.
 */
export function rankProgress(
  versions: readonly RankVersion[],
  counted: (version: RankVersion) => readonly CountedAmount[],
  today: CalendarDate,
): RankProgress | null {
  const version = versions.findLast(({ from }) => from <= today);
  if (version === undefined) return null;
  const coming = versions.find(({ from }) => from > today);
  const { steps, base_month } = version;
  const facts = counted(version);
  const measure = Math.max(0, measured(facts, base_month, today));
  const given = replayChanges(versions, counted, today).at(-1)?.held ?? null;
  const held = tierOf(steps, given, today);
  const better = steps.filter((step) => held === null || step.priority < held.priority);
  const step = better.sort((a, b) => b.priority - a.priority)[0];
  const enough = lastDayOf(facts, base_month, today);
  const until = earliest(enough, coming && addDays(coming.from, -1));
  const lacks = held ? held.threshold - measure : 0;
  return {
    measure,
    held,
    next: step ? { step, missing: { amount: Math.max(0, step.threshold - measure), until } } : null,
    keep: lacks > 0 ? { amount: lacks, until: earliest(until, given?.expiration_date) } : null,
    falls: held && fallOf(versions, counted, held, today),
  };
}

const tierOf = (steps: readonly RankStep[], given: HeldRank | null, day: CalendarDate) =>
  heldRank(steps, given ? [given] : [], day);

function earliest(...days: (CalendarDate | null | undefined)[]): CalendarDate | null {
  return days.filter((day) => day != null).sort()[0] ?? null;
}

/** The last day on which what counts today still counts in full; null where nothing will go. */
function lastDayOf(facts: readonly CountedAmount[], baseMonth: number, today: CalendarDate): CalendarDate | null {
  const since = addMonths(today, -baseMonth);
  let gone = 0;
  for (const { day, amount } of [...facts].sort((a, b) => (a.day < b.day ? -1 : 1))) {
    if (day <= since || day > today) continue;
    gone += amount;
    if (gone <= 0) continue;
    // Where months differ in length, the window passes a day up to three days later than the months say.
    let passed = addMonths(day, baseMonth);
    while (addMonths(passed, -baseMonth) < day) passed = addDays(passed, 1);
    return addDays(passed, -1);
  }
  return null;
}

/** The first change to another tier on a day to come. */
function fallOf(
  versions: readonly RankVersion[],
  counted: (version: RankVersion) => readonly CountedAmount[],
  held: RankStep,
  today: CalendarDate,
): RankProgress["falls"] {
  const longest = Math.max(...versions.map(({ base_month, active_month }) => base_month + active_month));
  const from = versions.at(-1)?.from ?? today;
  const end = addMonths(from > today ? from : today, longest + 2);
  for (const change of replayChanges(versions, counted, end)) {
    if (change.day <= today) continue;
    const steps = versions.findLast((version) => version.from <= change.day)?.steps ?? [];
    const to = tierOf(steps, change.held, change.day);
    if (to?.id !== held.id) return { last: addDays(change.day, -1), to };
  }
  return null;
}
