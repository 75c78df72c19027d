import { REFUSED_DAYS } from "@okaeri/contract/import-limits";
import { daysBefore, type Term } from "../../jobs/terms.ts";

/** Whether the lines that an import refused are past their term: where none is there, they have ended. */
export function mayBeEnded(
  { rows_refused, finished_at }: { rows_refused: number; finished_at: Date | string | null },
  now: Date,
): boolean {
  return rows_refused > 0 && finished_at !== null && new Date(finished_at) < daysBefore(now, REFUSED_DAYS);
}

/** What the lines said that an import refused. Its figures stay; their page and their file say that they are gone. */
export const refusedLines: Term = {
  table: "import_rejections",
  of: "programmes",
  steps:
    () =>
    async (tx, { accountId, now, most }) => {
      const ended = await tx.run`delete from import_rejections rejection
        using (
          select rejection.import_batch_id, rejection.line_no
          from import_batches import_batch
          join import_rejections rejection on rejection.account_id = import_batch.account_id and rejection.import_batch_id = import_batch.id
          where import_batch.account_id = ${accountId} and import_batch.finished_at < ${daysBefore(now, REFUSED_DAYS)} limit ${most}
        ) ended
        where rejection.account_id = ${accountId} and rejection.import_batch_id = ended.import_batch_id
          and rejection.line_no = ended.line_no`;
      return { ended, more: ended === most };
    },
};
