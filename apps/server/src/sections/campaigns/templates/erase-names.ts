import type { Tx } from "../../../database/connection.ts";

/**
 * Templates that are called after a guest who is erased are called by their number; earlier versions that name the guest go. What a
 * template says to all guests stays.
 */
export async function eraseNamesOfTemplates(
  tx: Tx,
  accountId: number,
  { patterns }: { patterns: readonly string[] },
): Promise<void> {
  await tx.run`update mail_templates
    set name = '(' || id || ')', version = version + 1, updated_at = now()
    where account_id = ${accountId} and says(name, ${patterns}::text[])`;
  await tx.run`delete from mail_template_versions
    where account_id = ${accountId} and says(document::text, ${patterns}::text[])`;
}
