import { daysBefore, type Term } from "../../../jobs/terms.ts";

/** They count for 30 days; whoever asks why mail stopped looks back a little further. */
const RETENTION_DAYS = 90;

/** Mails that an address refused for once. */
export const softReturns: Term = {
  table: "mail_suppressions",
  of: "programmes",
  steps:
    () =>
    async (tx, { accountId, now, most }) => {
      const ended = await tx.run`delete from mail_suppressions
        where account_id = ${accountId} and id = any(array(select mail_suppression.id
          from mail_suppressions mail_suppression
          where mail_suppression.account_id = ${accountId} and mail_suppression.kind = 'soft'
            and mail_suppression.happened_at < ${daysBefore(now, RETENTION_DAYS)}
          order by mail_suppression.happened_at limit ${most}))`;
      return { ended, more: ended === most };
    },
};
