import { expect, it } from "vitest";
import { DEFAULT_GROUPS, type RfmGroupRule } from "./groups.ts";
import { COMBINATIONS, combinationNumber, leadOf, paintOf, repeatedCombinations, rowsCovering } from "./paint.ts";

/** Repeatable numbers from 0 to below 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const rowsOf = (paint: readonly (string | null)[]): RfmGroupRule[] => {
  const taken: number[] = [];
  const names = [...new Set(paint)].filter((name) => name !== null);
  const rows = names.flatMap((name) => {
    const own = paint.flatMap((one, at) => (one === name ? [at] : []));
    const covering = rowsCovering(own, taken);
    taken.push(...own);
    return covering.map((row) => ({ ...row, name }));
  });
  return rows.map((row, at) => ({ ...row, priority: at + 1 }));
};

it("what is painted comes back from its rows, whatever is painted, in at most 125 of them", () => {
  const random = randomFrom(12);
  for (let round = 0; round < 60; round += 1) {
    const groups = 1 + Math.floor(random() * 25);
    const paint = COMBINATIONS.map(() => {
      const at = Math.floor(random() * (groups + 1));
      return at === groups ? null : `g${at}`;
    });
    const rows = rowsOf(paint);
    expect(paintOf(rows)).toEqual(paint);
    expect(rows.length).toBeLessThanOrEqual(125);
    expect(repeatedCombinations(rows)).toEqual([]);
  }
  const each = COMBINATIONS.map((_, at) => `g${at}`);
  expect(rowsOf(each)).toHaveLength(125);
});

it("wide areas are few rows, fewer still over what groups before them have", () => {
  const paint = paintOf(DEFAULT_GROUPS);
  expect(paint).not.toContain(null);
  const rows = rowsOf(paint);
  expect(paintOf(rows)).toEqual(paint);
  expect(rows.length).toBeLessThan(40);
  expect(rowsCovering([...COMBINATIONS.keys()])).toEqual([
    { recency_score: null, frequency_score: null, monetary_score: null },
  ]);
  const [first, ...rest] = [...COMBINATIONS.keys()];
  expect(rowsCovering(rest, [first ?? 0])).toHaveLength(1);
  expect(rowsCovering(rest)).toHaveLength(12);
  expect(rowsCovering([])).toEqual([]);
});

it("rows of one name are one group, named by the first; the same combination twice is found", () => {
  const row = (name: string, priority: number, recency_score: 1 | 5 | null) => ({
    name,
    priority,
    recency_score,
    frequency_score: null,
    monetary_score: null,
  });
  const groups = [row("b", 3, 5), row("a", 2, 1), row("b", 1, null)];
  expect(leadOf(groups[0] as RfmGroupRule, groups)).toBe(groups[2]);
  expect(leadOf(groups[1] as RfmGroupRule, groups)).toBe(groups[1]);
  expect(repeatedCombinations([...groups, row("c", 4, 1)])).toEqual([3]);
  expect(COMBINATIONS[combinationNumber(5, 1, 3)]).toEqual({ recency: 5, frequency: 1, monetary: 3 });
});
