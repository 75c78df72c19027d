import { REFUSED_DAYS } from "@okaeri/contract/import-limits";
import { daysBefore, type Term } from "../../jobs/terms.ts";

/**
 * What a feed sent, was refused and nobody mended or dismissed: the row says that it lapsed, with its code and what was wrong, and no value
 * of it. Rows that wait for their reservation go on waiting.
 */
export const heldRows: Term = {
  table: "feed_rows",
  of: "programmes",
  steps:
    () =>
    async (tx, { accountId, now, most }) => {
      const ended =
        await tx.run`update feed_rows r set fate = 'lapsed', raw = null, version = r.version + 1, updated_by = null, updated_at = ${now},
        reasons = (select jsonb_agg(jsonb_build_object('field', x->'field', 'code', x->'code')) from jsonb_array_elements(r.reasons) x)
      from (
        select x.import_batch_id, x.row_index from feed_rows x
        join import_batches b on b.account_id = x.account_id and b.id = x.import_batch_id
        where x.account_id = ${accountId} and x.fate = 'refused' and b.created_at < ${daysBefore(now, REFUSED_DAYS)} limit ${most}) o
      where r.account_id = ${accountId} and r.import_batch_id = o.import_batch_id and r.row_index = o.row_index and r.fate = 'refused'`;
      return { ended, more: ended === most };
    },
};
