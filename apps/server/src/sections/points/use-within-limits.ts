import type { Problem } from "@okaeri/contract/problems/problems";
import { useProblems } from "@okaeri/contract/use-problems";
import type { Tx } from "../../database/connection.ts";
import { balanceAndLimits, type HeldRanks } from "./balance-and-limits.read.ts";
import { expireLots, lockPointAccounts, type PointContext, syncBalances } from "./lots.ts";
import { type PointUse, spendPoints } from "./use-points.ts";

type Refused = { refused: [Problem, ...Problem[]] };

/**
 * One use as the guest's rank, the booking's price and the balance allow it, by whomever it is asked; refused, nothing is written.
 * `payable` was asked under the booking's lock (`payableFor`); left out of a use that is for no booking.
 */
export async function useWithinLimits(
  tx: Tx,
  { heldRanks, ...ctx }: PointContext & { heldRanks: HeldRanks },
  use: PointUse & { payable?: number | null },
): Promise<{ use_point_case_id: number } | Refused> {
  const { balance, overdue, ...rank } = await balanceAndLimits(tx, ctx, use.customerId, {
    today: ctx.today,
    heldRanks,
  });
  const [first, ...others] = useProblems(use.points, balance, { ...rank, payable: use.payable ?? null });
  if (first) return { refused: [first, ...others] };
  // The use itself judges the balance once more, by what is there when everybody before has committed: a popular guest's account is
  // not held while the rank is read.
  await lockPointAccounts(tx, ctx.accountId, [use.customerId]);
  // In the books no act stands before an expiry that its guest was shown already.
  if (overdue > 0) {
    await expireLots(tx, ctx, [use.customerId]);
    await syncBalances(tx, ctx.accountId, [use.customerId]);
  }
  const used = await spendPoints(tx, ctx, use);
  return used.ok ? used : { refused: [{ code: "above_balance", balance: used.balance }] };
}
