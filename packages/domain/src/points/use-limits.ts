import { floorRate } from "../money.ts";

/** Bounds on one use of points; null = none. */
export interface UseLimits {
  /** Rank.use_point_unit, RankDetail.min_use_point and max_use_point. */
  use_point_unit: number | null;
  min_use_point: number | null;
  max_use_point: number | null;
  /** What is left of the booking's price to be paid with points (`payableWithPoints`); null: it is for no booking, or one without a price. */
  payable?: number | null;
}

/** The least that one use may take: the minimum, in whole units; without a minimum one unit. */
export function leastUse({ use_point_unit, min_use_point }: UseLimits): number {
  const unit = unitOf(use_point_unit);
  return Math.max(unit, Math.ceil((min_use_point ?? 0) / unit) * unit);
}

/** The most that one use may take, in whole units; null: as many as there are. 0: the booking is paid, or costs less than a unit. */
export function mostUse({ use_point_unit, max_use_point, payable = null }: UseLimits): number | null {
  const bounds = [max_use_point, payable].filter((one) => one !== null);
  if (bounds.length === 0) return null;
  const unit = unitOf(use_point_unit);
  return Math.floor(Math.min(...bounds) / unit) * unit;
}

const unitOf = (unit: number | null) => Math.max(1, unit ?? 1);

/**
 * Points that a booking may still take; one point pays one yen. `prices`: what is known of its price in yen, of which the lowest counts;
 * `sharePercent`: 1 to 100, the programme's share of a price that points may pay; `used`: points of its uses that stand. Null where no price is known.
 */
export function payableWithPoints(
  prices: readonly (number | null)[],
  { sharePercent, used }: { sharePercent: number; used: number },
): number | null {
  const known = prices.filter((price) => price !== null);
  if (known.length === 0) return null;
  return Math.max(0, floorRate(Math.max(0, Math.min(...known)), sharePercent * 1_000) - used);
}

export type UseLimitCode =
  | "not_positive"
  | "not_a_unit"
  | "below_minimum"
  | "above_maximum"
  | "above_payable"
  | "above_balance";

/** Every reason why `points` may not be used at once; empty = allowed. */
export function useLimitErrors(points: number, balance: number, limits: UseLimits): UseLimitCode[] {
  if (!Number.isSafeInteger(points) || points < 1) return ["not_positive"];
  const codes: UseLimitCode[] = [];
  if (points % unitOf(limits.use_point_unit) !== 0) codes.push("not_a_unit");
  if (limits.min_use_point !== null && points < limits.min_use_point) codes.push("below_minimum");
  if (limits.max_use_point !== null && points > limits.max_use_point) codes.push("above_maximum");
  if (limits.payable != null && points > limits.payable) codes.push("above_payable");
  if (points > balance) codes.push("above_balance");
  return codes;
}
