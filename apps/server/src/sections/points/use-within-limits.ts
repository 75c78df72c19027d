import type { Problem } from "@okaeri/contract/problems/problems";
import { leastUse, type UseLimits, useLimitErrors } from "@okaeri/domain/points/use-limits";
import type { Tx } from "../../database/connection.ts";
import { expireLots, lockPointAccounts, type PointRun, syncBalances } from "./lots.ts";
import { type HeldRanks, standingOf } from "./standing.read.ts";
import { type PointUse, spendPoints } from "./use-points.ts";

/** What a use breaks of the rank's limits and the balance. */
export function limitProblems(points: number, balance: number, limits: UseLimits): Problem[] {
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

type Refused = { refused: [Problem, ...Problem[]] };

/**
 * One use as the guest's rank, the booking's price and the balance allow it, by whomever it is asked; refused, nothing is written.
 * `payable` was asked under the booking's lock (`payableFor`); left out of a use that is for no booking.
 */
export async function useWithinLimits(
  tx: Tx,
  { heldRanks, ...run }: PointRun & { heldRanks: HeldRanks },
  use: PointUse & { payable?: number | null },
): Promise<{ use_point_case_id: number } | Refused> {
  const { balance, overdue, ...rank } = await standingOf(tx, run, use.customerId, { today: run.today, heldRanks });
  const [first, ...others] = limitProblems(use.points, balance, { ...rank, payable: use.payable ?? null });
  if (first) return { refused: [first, ...others] };
  // The use itself judges the balance once more, by what is there when everybody before has committed: a popular guest's account is
  // not held while the rank is read.
  await lockPointAccounts(tx, run.accountId, [use.customerId]);
  // In the books no act stands before an expiry that its guest was shown already.
  if (overdue > 0) {
    await expireLots(tx, run, [use.customerId]);
    await syncBalances(tx, run.accountId, [use.customerId]);
  }
  const used = await spendPoints(tx, run, use);
  return used.ok ? used : { refused: [{ code: "above_balance", balance: used.balance }] };
}
