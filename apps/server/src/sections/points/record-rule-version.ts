import type { Tx } from "../../database/connection.ts";
import { type NewVersion, newVersion } from "./rule-versions.read.ts";

/** Adds a version of a basic campaign's rules: what is in force from a day on, or (with `to`) what older stays are paid by. */
export async function recordRuleVersion(
  tx: Tx,
  { accountId, userId }: { accountId: number; userId: number | null },
  version: NewVersion,
): Promise<void> {
  await tx.run`insert into campaign_rule_versions (account_id, campaign_id, valid_from, valid_to, pays, start_on, end_on, segments,
      created_by)
    select v.*, ${userId}::bigint
    from (${newVersion(accountId, version)}) v`;
}
