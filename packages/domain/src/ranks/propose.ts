import type { RankDefinition } from "../enumerations.ts";

/** How many guests have counted so much, smallest first; who has nothing is not in it. */
export type Histogram = readonly { value: number; guests: number }[];

/** Of the guests who came at all: the best hundredth or so, the next, and a broad tier that repeaters reach. */
const SHARES = [0.02, 0.07, 0.2] as const;
/** Fewer guests say nothing about where to cut. */
const ENOUGH = 50;
const USUAL: Record<RankDefinition, readonly [number, number, number]> = {
  stay: [8, 4, 2],
  use_price: [600_000, 300_000, 100_000],
  get_point: [6_000, 3_000, 1_000],
};
/** Limits of one use, from the best tier to the entry tier. */
const LIMITS = [
  { min_use_point: 100, max_use_point: 50_000 },
  { min_use_point: 500, max_use_point: 30_000 },
  { min_use_point: 500, max_use_point: 10_000 },
  { min_use_point: 1_000, max_use_point: 5_000 },
] as const;

export type ProposedTier = { threshold: number; min_use_point: number; max_use_point: number; priority: number };

/** A round figure at or above the value: two digits that people can say. */
function roundedUp(value: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.ceil(value / step) * step;
}

/**
 * Tiers for an account without any, from its own guests: for each share the lowest round threshold that no more than that share meets.
 * Nearly all hotel guests came once, so one stay never is a tier above the entry. With few guests the usual figures.
 */
export function proposeTiers(
  definition: RankDefinition,
  histogram: Histogram,
): { tiers: ProposedTier[]; own: boolean } {
  const all = histogram.reduce((sum, { guests }) => sum + guests, 0);
  const own = all >= ENOUGH;
  const meeting = (threshold: number) =>
    histogram.reduce((sum, { value, guests }) => sum + (value >= threshold ? guests : 0), 0);
  const found: number[] = [];
  if (own) {
    const candidates = [
      ...new Set(histogram.filter(({ value }) => value > 0).map(({ value }) => roundedUp(value + 1))),
    ];
    candidates.sort((a, b) => a - b);
    for (const share of [...SHARES].reverse()) {
      const above = found[0] ?? 1;
      const next = candidates.find((value) => value > above && meeting(value) <= share * all);
      // Where nobody has come so far, the tier waits for the first: half as much again.
      found.unshift(next ?? roundedUp(Math.max(above + 1, above * 1.5)));
    }
  }
  const thresholds = [...(own ? found : USUAL[definition]), 0];
  return { own, tiers: LIMITS.map((limits, n) => ({ ...limits, threshold: thresholds[n] ?? 0, priority: n + 1 })) };
}
