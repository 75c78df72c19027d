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
      const ended = await tx.run`delete from import_rejections r using (
        select x.import_batch_id, x.line_no from import_batches b
        join import_rejections x on x.account_id = b.account_id and x.import_batch_id = b.id
        where b.account_id = ${accountId} and b.finished_at < ${daysBefore(now, REFUSED_DAYS)} limit ${most}) o
      where r.account_id = ${accountId} and r.import_batch_id = o.import_batch_id and r.line_no = o.line_no`;
      return { ended, more: ended === most };
    },
};
