import type { Problem } from "@okaeri/contract/problems/problems";
import type { RfmGroupRule } from "@okaeri/domain/rfms/groups";
import { COMBINATIONS, combinationNumber, paintOf, rowsCovering } from "@okaeri/domain/rfms/paint";
import { SCORES, type Score } from "@okaeri/domain/rfms/score";
import type { RfmEdit } from "./rfms.api.ts";

type Row = RfmEdit["groups"][number];

export type DraftGroup = {
  /** Tells groups apart while they move and while two have the same name. */
  key: string;
  /** The rows it is stored as, the first one first: guests, histories and targets name that one. */
  ids: readonly number[];
  name: string;
};

/** Groups in the order in which they are shown, and whose each of the 125 combinations is (its key, or nobody's). */
export type Painted = { groups: readonly DraftGroup[]; paint: readonly (string | null)[] };

/** Rows of one name are one group. */
export function paintedOf(rows: readonly Row[]): Painted {
  const ordered = [...rows].sort((a, b) => a.priority - b.priority);
  const groups: (DraftGroup & { ids: number[] })[] = [];
  for (const { name, id } of ordered) {
    const known = groups.find((group) => group.name === name);
    const group = known ?? { key: `g${id ?? groups.length}`, ids: [], name };
    if (id !== null) group.ids.push(id);
    if (!known) groups.push(group);
  }
  const paint = paintOf(ordered as RfmGroupRule[]).map(
    (name) => groups.find((group) => group.name === name)?.key ?? null,
  );
  return { groups, paint };
}

type OwnedRow = Row & { key: string };

/**
 * The rows to store, each with the key of its group. Untouched areas keep the rows they came from, so that a new threshold or name alone
 * moves nothing.
 */
export function rowsOf(painted: Painted, stored: readonly Row[]): OwnedRow[] {
  const was = paintedOf(stored);
  const keys = ({ groups }: Painted) => groups.map(({ key }) => key).join();
  if (keys(was) === keys(painted) && was.paint.every((key, at) => key === painted.paint[at])) {
    const keyOf = new Map(was.groups.map(({ name, key }) => [name, key]));
    const nameOf = new Map(painted.groups.map(({ name, key }) => [key, name]));
    return stored.map((row) => {
      const key = keyOf.get(row.name) ?? "";
      return { ...row, key, name: nameOf.get(key) ?? row.name };
    });
  }
  const taken: number[] = [];
  const rows = painted.groups.flatMap(({ key, ids, name }) => {
    const own = combinationsOf(painted, key);
    const covering = rowsCovering(own, taken);
    taken.push(...own);
    return covering.map((row, at) => ({ ...row, key, name, id: ids[at] ?? null }));
  });
  return rows.map((row, at) => ({ ...row, priority: at + 1 }));
}

/** The combinations of a group, by number. */
export function combinationsOf({ paint }: Painted, key: string | null): number[] {
  return paint.flatMap((one, at) => (one === key ? [at] : []));
}

/** The combinations given to a group, or to nobody. */
export function paintedWith(painted: Painted, numbers: readonly number[], key: string | null): Painted {
  return { ...painted, paint: painted.paint.map((one, at) => (numbers.includes(at) ? key : one)) };
}

/** The field of the grid is one cell of R and F with some of its M. */
export function numbersAt(recency: number, frequency: number, levels: readonly number[]): number[] {
  return levels.map((monetary) => combinationNumber(recency, frequency, monetary));
}

/** Neighbouring M of one cell that belong to one group: "M1〜M3". Worst first. */
export type MonetaryRange = { key: string | null; from: Score; to: Score };

export function runsAt(painted: Painted, recency: Score, frequency: Score): MonetaryRange[] {
  const runs: MonetaryRange[] = [];
  for (const monetary of SCORES) {
    const key = painted.paint[combinationNumber(recency, frequency, monetary)] ?? null;
    const last = runs.at(-1);
    if (last && last.key === key) last.to = monetary;
    else runs.push({ key, from: monetary, to: monetary });
  }
  return runs;
}

export const groupPath = (index: number) => `groups.${index}.name`;
const MAX_NAME = 40;

/** Faults of the groups: names, and groups that no combination belongs to. */
export function groupErrors(painted: Painted, stored: readonly Row[]): Record<string, Problem> {
  const errors: Record<string, Problem> = {};
  const seen = new Set<string>();
  const paintedKeys = new Set(rowsOf(painted, stored).map(({ key }) => key));
  painted.groups.forEach((group, index) => {
    const name = group.name.trim();
    if (name === "") errors[groupPath(index)] = { code: "required" };
    else if (name.length > MAX_NAME) errors[groupPath(index)] = { code: "too_long", max: MAX_NAME };
    else if (seen.has(name)) errors[groupPath(index)] = { code: "twice" };
    else if (!paintedKeys.has(group.key)) errors[groupPath(index)] = { code: "nothing_painted" };
    seen.add(name);
  });
  return errors;
}

/** All combinations there are; more groups could never be reached. */
export const MOST_GROUPS = COMBINATIONS.length;
