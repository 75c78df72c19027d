import { daysBefore, type Term } from "../../../jobs/terms.ts";

/** They hold a guest's facts, and nobody looks at them after that. */
const RETENTION_DAYS = 90;

export const oldTests: Term = {
  table: "message_jobs",
  of: "programmes",
  steps:
    () =>
    async (tx, { accountId, now, most }) => {
      const ended = await tx.run`delete from message_jobs
        where account_id = ${accountId} and id = any(array(select message_job.id
          from message_jobs message_job
          where message_job.account_id = ${accountId} and message_job.feature_type = 'test'
            and message_job.created_at < ${daysBefore(now, RETENTION_DAYS)}
          order by message_job.created_at limit ${most}))`;
      return { ended, more: ended === most };
    },
};
