import type { Tx } from "../../database/connection.ts";

/** Of merges of erased customers only the fact stays, not what the two were; they cannot be undone any more. */
export async function eraseMerges(tx: Tx, accountId: number, customerIds: readonly number[], now: Date): Promise<void> {
  await tx.run`update customer_merges
    set survivor_before = '{}', moved = '{}', erased_at = ${now}
    where account_id = ${accountId}
      and (survivor_customer_id = any(${customerIds}::bigint[]) or source_customer_id = any(${customerIds}::bigint[]))`;
}
