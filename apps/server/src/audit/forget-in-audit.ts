import type { Tx } from "../database/connection.ts";

/** Something that was called after a guest, as the log knows it. */
export type NamedThing = { entity: string; id: number };

type Forgotten = {
  accountId: number;
  customerIds: readonly number[];
  things: readonly NamedThing[];
  patterns: readonly string[];
};

/**
 * The one change to audit lines (docs/adr/0365), made by a function of the owner's for guests whose erasure is recorded: texts about them
 * are replaced by a word that says so. Who, when and what stay.
 */
export async function forgetInAudit(tx: Tx, { accountId, customerIds, things, patterns }: Forgotten): Promise<void> {
  await tx.run`select forget_in_audit(${accountId}::bigint, ${customerIds}::bigint[], ${JSON.stringify(things)}::jsonb,
      ${patterns}::text[])`;
}
