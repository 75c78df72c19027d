import { REFUSED_DAYS } from "@okaeri/contract/import-limits";
import { daysBefore, type Term } from "../../jobs/terms.ts";

/**
 * Held rows of a feed that nobody mended or dismissed: the row says that it lapsed, and keeps its code and what was wrong, but no value.
 * Rows that wait for their reservation go on waiting.
 */
export const heldRows: Term = {
  table: "feed_rows",
  of: "programmes",
  steps:
    () =>
    async (tx, { accountId, now, most }) => {
      const ended = await tx.run`update feed_rows feed_row
        set row_outcome = 'lapsed', raw = null, version = feed_row.version + 1, updated_by = null, updated_at = ${now},
          reasons = (select jsonb_agg(jsonb_build_object('field', x->'field', 'code', x->'code'))
            from jsonb_array_elements(feed_row.reasons) x)
        from (
          select feed_row.import_batch_id, feed_row.row_index
          from feed_rows feed_row
          join import_batches import_batch on import_batch.account_id = feed_row.account_id and import_batch.id = feed_row.import_batch_id
          where feed_row.account_id = ${accountId} and feed_row.row_outcome = 'refused'
            and import_batch.created_at < ${daysBefore(now, REFUSED_DAYS)} limit ${most}
        ) ended
        where feed_row.account_id = ${accountId} and feed_row.import_batch_id = ended.import_batch_id
          and feed_row.row_index = ended.row_index and feed_row.row_outcome = 'refused'`;
      return { ended, more: ended === most };
    },
};
