import { groupFor, type RfmGroupRule } from "./groups.ts";
import { type RfmScores, SCORES, type Score } from "./score.ts";

// A group that staff paint covers any of the 125 combinations of scores. It is kept as RfmGroup rows (empty score = any) of one name.

export type Combination = Pick<RfmGroupRule, "recency_score" | "frequency_score" | "monetary_score">;

/** All combinations of scores; a combination's place in it is its number. */
export const COMBINATIONS: readonly RfmScores[] = SCORES.flatMap((recency) =>
  SCORES.flatMap((frequency) => SCORES.map((monetary) => ({ recency, frequency, monetary }))),
);

export function combinationNumber(recency: number, frequency: number, monetary: number): number {
  return (recency - 1) * 25 + (frequency - 1) * 5 + (monetary - 1);
}

/** The name each combination falls under, in the order of COMBINATIONS; null for none. */
export function paintOf(groups: readonly RfmGroupRule[]): (string | null)[] {
  return COMBINATIONS.map((scores) => groupFor(scores, groups)?.name ?? null);
}

/** Rows of one name are one group, and guests are in its first row: what histories, lists and targets name. */
export function leadOf<Group extends Pick<RfmGroupRule, "name" | "priority">>(
  group: Group,
  groups: readonly Group[],
): Group {
  return groups.reduce(
    (lead, other) => (other.name === group.name && other.priority < lead.priority ? other : lead),
    group,
  );
}

/** The group of each combination, in the order of COMBINATIONS, by its first row's id; null for none. */
export function leadsOf(
  groups: readonly (Combination & { id: number; name: string; priority: number })[],
): (number | null)[] {
  return COMBINATIONS.map((scores) => {
    const group = groupFor(scores, groups);
    return group ? leadOf(group, groups).id : null;
  });
}

/** Two groups can be kept apart only by what they ask for: places of rows that ask for the same as an earlier one. */
export function repeatedCombinations(groups: readonly Combination[]): number[] {
  const seen = new Set<string>();
  return groups.flatMap((group, at) => {
    const key = [group.recency_score, group.frequency_score, group.monetary_score].join("/");
    const repeated = seen.has(key);
    seen.add(key);
    return repeated ? [at] : [];
  });
}

const ANY_OR_ONE: readonly (Score | null)[] = [null, ...SCORES];
/** Every row there can be, with the combinations it covers; the widest first. */
const PATTERNS = ANY_OR_ONE.flatMap((recency_score) =>
  ANY_OR_ONE.flatMap((frequency_score) =>
    ANY_OR_ONE.map((monetary_score) => {
      const row: Combination = { recency_score, frequency_score, monetary_score };
      return { row, covers: [...COMBINATIONS.keys()].filter((at) => matches(row, COMBINATIONS[at])) };
    }),
  ),
).sort((a, b) => b.covers.length - a.covers.length);

function matches(row: Combination, scores: RfmScores | undefined): boolean {
  if (!scores) return false;
  return (
    (row.recency_score ?? scores.recency) === scores.recency &&
    (row.frequency_score ?? scores.frequency) === scores.frequency &&
    (row.monetary_score ?? scores.monetary) === scores.monetary
  );
}

/**
 * Few rows that together cover these combinations and none that is free: the row that covers most of what is left, until nothing is. What
 * groups before have `taken` may be covered too, for the first row that matches counts.
 */
export function rowsCovering(numbers: readonly number[], taken: readonly number[] = []): Combination[] {
  const wanted = new Set(numbers);
  const allowed = new Set([...numbers, ...taken]);
  const usable = PATTERNS.filter(({ covers }) => covers.every((at) => allowed.has(at)));
  const left = new Set(wanted);
  const rows: Combination[] = [];
  while (left.size > 0) {
    let best = usable[0];
    let most = 0;
    for (const pattern of usable) {
      const gain = pattern.covers.filter((at) => left.has(at)).length;
      if (gain > most) [best, most] = [pattern, gain];
    }
    if (!best || most === 0) break;
    rows.push(best.row);
    for (const at of best.covers) left.delete(at);
  }
  return rows;
}
