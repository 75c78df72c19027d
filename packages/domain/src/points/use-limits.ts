/** Bounds a rank sets on one use (Rank.use_point_unit, RankDetail.min_use_point and max_use_point); null = none. */
export interface UseLimits {
  use_point_unit: number | null;
  min_use_point: number | null;
  max_use_point: number | null;
}

/** The least that one use may take: the minimum, in whole units; without a minimum one unit. */
export function leastUse({ use_point_unit, min_use_point }: Omit<UseLimits, "max_use_point">): number {
  const unit = Math.max(1, use_point_unit ?? 1);
  return Math.max(unit, Math.ceil((min_use_point ?? 0) / unit) * unit);
}

export type UseLimitCode = "not_positive" | "not_a_unit" | "below_minimum" | "above_maximum" | "above_balance";

/** Every reason why `points` may not be used at once; empty = allowed. */
export function useLimitErrors(points: number, balance: number, limits: UseLimits): UseLimitCode[] {
  if (!Number.isSafeInteger(points) || points < 1) return ["not_positive"];
  const codes: UseLimitCode[] = [];
  if (limits.use_point_unit !== null && limits.use_point_unit > 0 && points % limits.use_point_unit !== 0) {
    codes.push("not_a_unit");
  }
  if (limits.min_use_point !== null && points < limits.min_use_point) codes.push("below_minimum");
  if (limits.max_use_point !== null && points > limits.max_use_point) codes.push("above_maximum");
  if (points > balance) codes.push("above_balance");
  return codes;
}
