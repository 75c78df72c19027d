import type { Tx } from "../../database/connection.ts";

/**
 * Renames campaigns, targets and saved conditions that are called after a guest who is erased: they are called by their number; what they
 * tell others stays. Values of a saved condition that name the guest are replaced. Saves of the last hour that name the guest cannot be put
 * back any more.
 */
export async function eraseNamesOfCampaigns(
  tx: Tx,
  accountId: number,
  { patterns }: { patterns: readonly string[] },
): Promise<void> {
  await tx.run`update campaign_segments
    set name = '(' || id || ')', updated_at = now()
    where account_id = ${accountId} and says(name, ${patterns}::text[])`;
  await tx.run`update saved_conditions
    set name = case when says(name, ${patterns}::text[]) then '(' || id || ')' else name end,
      target = without_words(target, ${patterns}::text[]), version = version + 1, updated_at = now()
    where account_id = ${accountId}
      and (says(name, ${patterns}::text[]) or without_words(target, ${patterns}::text[]) <> target)`;
  await tx.run`update campaigns
    set name = '(' || id || ')', version = version + 1, updated_at = now()
    where account_id = ${accountId} and says(name, ${patterns}::text[])`;
  await tx.run`delete from campaign_edits
    where account_id = ${accountId} and says(document::text, ${patterns}::text[])`;
}
