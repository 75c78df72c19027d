import type { Tx } from "../database/connection.ts";

type ErasedSubject = { accountId: number; customerIds: readonly number[]; patterns: readonly string[] };

/**
 * Erases texts from audit lines of customers whose erasure is recorded. No other code changes audit lines (docs/adr/0365). Lines about these
 * customers lose every text. Lines about named things (files, views, campaigns) lose the texts that match the patterns. Actor, time and
 * action stay.
 */
export async function eraseInAudit(tx: Tx, { accountId, customerIds, patterns }: ErasedSubject): Promise<void> {
  await tx.run`select erase_in_audit(${accountId}::bigint, ${customerIds}::bigint[], '[]', ${patterns}::text[])`;
}
