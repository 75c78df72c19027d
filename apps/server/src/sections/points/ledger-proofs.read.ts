import type { Tx } from "../../database/connection.ts";

/** How many guests and campaigns did not add up when each programme was proven last. */
export function brokenLedgerCounts(tx: Tx): Promise<{ account_id: number; broken_count: number }[]> {
  return tx.all`select account_id, broken_count from ledger_proofs`;
}
