import type { Problem } from "@okaeri/contract/problems/problems";
import { useProblems } from "@okaeri/contract/use-problems";
import type { Tx } from "../../database/connection.ts";
import { balanceAndLimits, type HeldRanks } from "./balance-and-limits.read.ts";
import { expireLots, lockPointAccounts, type PointContext, syncBalances } from "./lots.ts";
import { type PointUse, spendPoints } from "./use-points.ts";

type Refused = { refused: [Problem, ...Problem[]] };

/**
 * One use within the limits of rank, booking price and balance, whoever asks for it; when refused, nothing is written. `payable` was read
 * under the booking's lock (`payableFor`); left out for a use without a booking.
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
  // The use judges the balance again under the lock, after all earlier holders have committed: a popular guest's account is not locked
  // while the rank is read.
  await lockPointAccounts(tx, ctx.accountId, [use.customerId]);
  // Expires first: in the ledger no entry comes before an expiry that the guest has been shown already.
  if (overdue > 0) {
    await expireLots(tx, ctx, [use.customerId]);
    await syncBalances(tx, ctx.accountId, [use.customerId]);
  }
  const used = await spendPoints(tx, ctx, use);
  return used.ok ? used : { refused: [{ code: "above_balance", balance: used.balance }] };
}
