import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { expireLots, syncBalances } from "./lots.ts";
import { lockPointAccounts, type PointRun } from "./point-run.ts";

/**
 * Empties the lots whose last valid day has passed and lowers the balances with them. Run nightly for every programme and before
 * stays are applied, so that what is left in a lot is always alive. Returns how many customers lost points.
 */
export async function expirePoints(tx: Tx, run: PointRun): Promise<number> {
  await lockProgramme(tx, run.accountId);
  const overdue = await tx.all<{ customer_id: number }>`select distinct customer_id from point_lots
    where account_id = ${run.accountId} and remaining > 0 and expires_on < ${run.today}::date`;
  if (overdue.length === 0) return 0;
  const customerIds = overdue.map((row) => row.customer_id);
  await lockPointAccounts(tx, run.accountId, customerIds);
  await expireLots(tx, run, customerIds);
  await syncBalances(tx, run.accountId, customerIds);
  return customerIds.length;
}
