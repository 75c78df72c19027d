import type { Tx } from "./connection.ts";

const STATEMENT_TIMEOUT = "57014";
const LOCK_NOT_AVAILABLE = "55P03";

// Any number that no other advisory lock of the product uses.
const LOCK_CLASS = 7_041;

/**
 * An advisory lock on one programme, held until commit. Writers that touch many of its customers (imports, applied stays, grants to a list,
 * expiry) run one after the other by it. Without it two of them could create one guest twice (a race), or lock customers in crossing order
 * (a deadlock). Lock order: callers take it first and lock rows after it. A single use of points does not take it; it locks its one row.
 */
export async function lockProgramme(tx: Tx, accountId: number): Promise<void> {
  try {
    await tx.run`select pg_advisory_xact_lock(${LOCK_CLASS}, ${accountId % 2_147_483_647}::int)`;
  } catch (error) {
    // The statement does nothing but wait, so that its time-out says that another transaction holds the programme.
    if ((error as { code?: unknown }).code === STATEMENT_TIMEOUT)
      throw Object.assign(error as Error, { code: LOCK_NOT_AVAILABLE });
    throw error;
  }
}

/** Returns true if the error is a lock timeout: another transaction held the lock for too long. */
export const isLockWait = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE;
