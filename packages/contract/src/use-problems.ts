import { leastUse, type UseLimits, useLimitErrors } from "@okaeri/domain/points/use-limits";
import type { Problem } from "./problems/problems.ts";

/** Which limits a use of points exceeds (the rank's, the booking's price, the balance), in the same codes everywhere. */
export function useProblems(points: number, balance: number, limits: UseLimits): Problem[] {
  const worded: Record<ReturnType<typeof useLimitErrors>[number], Problem> = {
    not_positive: { code: "too_small", min: 1 },
    not_a_unit: { code: "not_a_unit", unit: limits.use_point_unit ?? 1 },
    below_minimum: { code: "below_rank_minimum", min: leastUse(limits) },
    above_maximum: { code: "above_rank_maximum", max: limits.max_use_point ?? 0 },
    above_payable: { code: "above_payable", left: limits.payable ?? 0 },
    above_balance: { code: "above_balance", balance },
  };
  return useLimitErrors(points, balance, limits).map((code) => worded[code]);
}
