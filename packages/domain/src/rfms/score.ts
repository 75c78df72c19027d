import type { CalendarDate } from "../calendar-date.ts";
import { addMonths, daysBetween } from "../calendar-date.ts";
import { MAX_YEN } from "../money.ts";

// Recency in days since the last check-out, frequency in stays, monetary in yen of use_price. Scores 1 (worst) to 5.

export const SCORES = [1, 2, 3, 4, 5] as const;
export type Score = (typeof SCORES)[number];
export const RFM_AXES = ["recency", "frequency", "monetary"] as const;
export type RfmAxis = (typeof RFM_AXES)[number];

/** Four ascending bounds part an axis into five bins, each lower ≤ x < upper. */
export type RfmThresholds = Record<RfmAxis, readonly number[]>;

/** What is counted of one customer. */
export interface RfmFigures {
  /** Days since the last check-out; null = never stayed. */
  recency: number | null;
  /** Stays within the frequency years. */
  frequency: number;
  /** use_price within the monetary years, yen. */
  monetary: number;
}

export type RfmScores = Record<RfmAxis, Score>;

/** A row of RfmDetail: the lower bound of each axis' bin that earns `score`. */
export interface RfmDetailRow {
  score: Score;
  recency: number;
  frequency: number;
  monetary: number;
}

/** Days between the last check-out and the day of evaluation; never negative. */
export function recencyDays(lastCheckOut: CalendarDate, today: CalendarDate): number {
  return Math.max(0, daysBetween(lastCheckOut, today));
}

/** First check-out day that counts for an aggregation over `years` up to `today` (same day `years` ago, inclusive). */
export function aggregationStart(today: CalendarDate, years: number): CalendarDate {
  return addMonths(today, -12 * years);
}

/** 0 to 4: how many bounds `value` has reached. */
function bin(value: number, bounds: readonly number[]): number {
  return bounds.filter((bound) => value >= bound).length;
}

function scoreOfBin(position: number): Score {
  return SCORES[position] ?? 5;
}

/** Scores of one customer; undefined for who never stayed. Less recent is lower. */
export function scoresOfCustomer(figures: RfmFigures, thresholds: RfmThresholds): RfmScores | undefined {
  if (figures.recency === null) return undefined;
  return {
    recency: scoreOfBin(4 - bin(figures.recency, thresholds.recency)),
    frequency: scoreOfBin(bin(figures.frequency, thresholds.frequency)),
    monetary: scoreOfBin(bin(figures.monetary, thresholds.monetary)),
  };
}

/** RfmDetail.priority: the best score is the first. Nobody chooses it. */
export function priorityOf(score: number): number {
  return 6 - score;
}

/** The five RfmDetail rows of a set of thresholds. */
export function toRfmDetails(thresholds: RfmThresholds): RfmDetailRow[] {
  return SCORES.map((score) => ({
    score,
    recency: score === 5 ? 0 : (thresholds.recency[4 - score] ?? 0),
    frequency: score === 1 ? 0 : (thresholds.frequency[score - 2] ?? 0),
    monetary: score === 1 ? 0 : (thresholds.monetary[score - 2] ?? 0),
  }));
}

/** The thresholds held in RfmDetail rows, in any order. */
export function fromRfmDetails(rows: readonly RfmDetailRow[]): RfmThresholds {
  const best = [...rows].sort((a, b) => b.score - a.score);
  const worst = [...best].reverse();
  return {
    recency: best.filter((row) => row.score !== 5).map((row) => row.recency),
    frequency: worst.filter((row) => row.score !== 1).map((row) => row.frequency),
    monetary: worst.filter((row) => row.score !== 1).map((row) => row.monetary),
  };
}

/** The path is "recency" or "recency.2" (position 0 to 3). */
export type ThresholdError = { path: string } & (
  | { code: "wrong_count" | "whole_number" | "not_ascending" }
  | { code: "out_of_range"; min: number; max: number }
);

const AXIS_MAX: Record<RfmAxis, number> = { recency: 36_500, frequency: 100_000, monetary: MAX_YEN };

function axisErrors(axis: RfmAxis, bounds: readonly number[]): ThresholdError[] {
  if (bounds.length !== 4) return [{ path: axis, code: "wrong_count" }];
  return bounds.flatMap((bound, index): ThresholdError[] => {
    const path = `${axis}.${index}`;
    if (!Number.isInteger(bound)) return [{ path, code: "whole_number" }];
    // A first bound of 0 would leave its bin empty.
    const max = AXIS_MAX[axis];
    if (bound < 1 || bound > max) return [{ path, code: "out_of_range", min: 1, max }];
    const before = bounds[index - 1];
    return before !== undefined && bound <= before ? [{ path, code: "not_ascending" }] : [];
  });
}

/** Every fault of a set of thresholds, per field; empty = usable. */
export function thresholdErrors(thresholds: RfmThresholds): ThresholdError[] {
  return RFM_AXES.flatMap((axis) => axisErrors(axis, thresholds[axis]));
}
