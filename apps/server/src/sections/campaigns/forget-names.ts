import type { NamedThing } from "../../audit/forget-in-audit.ts";
import type { Tx } from "../../database/connection.ts";

/**
 * Renames campaigns, targets and saved conditions that are called after a guest who is erased: they are called by their number; what they
 * tell others stays. Saves of the last hour that name the guest cannot be put back any more.
 * Returns all campaigns: one may have had another name before, and its audit lines hold the names of its coupons.
 */
export async function forgetNamesOfCampaigns(
  tx: Tx,
  accountId: number,
  { patterns }: { patterns: readonly string[] },
): Promise<NamedThing[]> {
  await tx.run`update campaign_segments
    set name = '(' || id || ')', updated_at = now()
    where account_id = ${accountId} and says(name, ${patterns}::text[])`;
  await tx.run`update saved_conditions
    set name = '(' || id || ')', version = version + 1, updated_at = now()
    where account_id = ${accountId} and says(name, ${patterns}::text[])`;
  await tx.run`update campaigns
    set name = '(' || id || ')', version = version + 1, updated_at = now()
    where account_id = ${accountId} and says(name, ${patterns}::text[])`;
  await tx.run`delete from campaign_edits
    where account_id = ${accountId} and says(document::text, ${patterns}::text[])`;
  const all = await tx.all<{ id: number }>`select id from campaigns where account_id = ${accountId}`;
  return all.map(({ id }) => ({ entity: "campaigns", id }));
}
