import { ERASED_TEXT } from "@okaeri/domain/customers/erased-text";
import type { Tx } from "../../database/connection.ts";

type Erased = { patterns: readonly string[] };

/**
 * Renames imports whose file is called after a guest who is erased, and erases what is kept of its headings and words: in a file without
 * headings, or with a wrongly chosen column, there are guests in them. A file that still waits keeps its headings: they say which column is
 * which.
 */
export async function eraseNamesOfFiles(tx: Tx, accountId: number, { patterns }: Erased): Promise<void> {
  await tx.run`update import_batches
    set file_name = '(' || id || ')', updated_at = now()
    where account_id = ${accountId} and says(file_name, ${patterns}::text[])`;
  await tx.run`
    with said as (
      select import_batch.account_id, import_batch.id
      from import_batches import_batch
      where import_batch.account_id = ${accountId} and import_batch.state in ('done', 'cancelled', 'failed', 'undone')
        and says(concat(import_batch.header, import_batch.sheet, import_batch.mapping, import_batch.field_values,
          import_batch.check_settings, import_batch.check_result), ${patterns}::text[])
    )
    update import_batches import_batch
    set mapping = without_words(import_batch.mapping, ${patterns}::text[]),
      sheet = case when says(import_batch.sheet, ${patterns}::text[]) then ${ERASED_TEXT}::text else import_batch.sheet end,
      header = array(select case when says(h.heading, ${patterns}::text[]) then ${ERASED_TEXT}::text else h.heading end
        from unnest(import_batch.header) with ordinality h (heading, place)
        order by h.place), field_values = without_words(import_batch.field_values, ${patterns}::text[]),
      check_settings = without_words(import_batch.check_settings, ${patterns}::text[]),
      check_result = without_words(import_batch.check_result, ${patterns}::text[]), updated_at = now()
    from said s
    where import_batch.account_id = s.account_id and import_batch.id = s.id`;
  await tx.run`delete from import_mappings where account_id = ${accountId} and says(mapping::text, ${patterns}::text[])`;
  await tx.run`delete from import_values where account_id = ${accountId} and says(concat(heading, meanings), ${patterns}::text[])`;
}
