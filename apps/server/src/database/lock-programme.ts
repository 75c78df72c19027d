import type { Tx } from "./connection.ts";

// Any number that no other advisory lock of the product uses.
const LOCK_CLASS = 7_041;

/**
 * Makes the writers that touch many customers of one programme (imports, applied stays, grants to a list, expiry) wait for each
 * other until commit: two of them at once could create one guest twice or lock customers in crossing order. A single use of
 * points does not come here; it locks its one row.
 */
export async function lockProgramme(tx: Tx, accountId: number): Promise<void> {
  await tx.run`select pg_advisory_xact_lock(${LOCK_CLASS}, ${accountId % 2_147_483_647}::int)`;
}
