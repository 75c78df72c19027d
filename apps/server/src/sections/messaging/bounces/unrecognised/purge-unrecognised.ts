import { daysBefore, type Term } from "../../../../jobs/terms.ts";
import { RETENTION_DAYS } from "./unrecognised-reports.queries.ts";

export const oldUnrecognised: Term = {
  table: "unrecognised_reports",
  of: "programmes",
  steps:
    () =>
    async (tx, { accountId, now, most }) => {
      const ended = await tx.run`delete from unrecognised_reports
        where account_id = ${accountId} and id = any(array(select unrecognised_report.id
          from unrecognised_reports unrecognised_report
          where unrecognised_report.account_id = ${accountId} and unrecognised_report.last_at < ${daysBefore(now, RETENTION_DAYS)}
          order by unrecognised_report.id limit ${most}))`;
      return { ended, more: ended === most };
    },
};
