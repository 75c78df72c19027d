import type { Tx } from "../database/connection.ts";

type Forgotten = { accountId: number; customerIds: readonly number[]; patterns: readonly string[] };

/**
 * The one change to audit lines (docs/adr/0365), made by a function of the owner's for customers whose erasure is recorded. In lines about
 * them every text is replaced by a word that says so; in lines about what people name (files, views, campaigns and so on) the texts that
 * match the patterns. Who, when and what stay.
 */
export async function forgetInAudit(tx: Tx, { accountId, customerIds, patterns }: Forgotten): Promise<void> {
  await tx.run`select forget_in_audit(${accountId}::bigint, ${customerIds}::bigint[], '[]', ${patterns}::text[])`;
}
