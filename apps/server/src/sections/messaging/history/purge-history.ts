import { daysBefore, type Term, yearsBefore } from "../../../jobs/terms.ts";

/** As long as mails' links work and their events are kept. */
const YEARS = 3;

/** What each guest's mail was made of. */
export const oldMailFacts: Term = {
  table: "mail_facts",
  of: "programmes",
  steps:
    () =>
    async (tx, { accountId, now, most }) => {
      const ended = await tx.run`delete from mail_facts
        where account_id = ${accountId} and id = any(array(select oldest.id
          from (select mail_fact.id, mail_fact.made_at
            from mail_facts mail_fact
            where mail_fact.account_id = ${accountId}
            order by mail_fact.id limit ${most}) oldest
          where oldest.made_at < ${yearsBefore(now, YEARS)}))`;
      return { ended, more: ended === most };
    },
};

/** Longer than the run that took a content up last goes on with it. */
const RUN_DAYS = 2;

/** Contents that no kept message is made of any more. */
export const oldMailContents: Term = {
  table: "mail_contents",
  of: "programmes",
  steps:
    () =>
    async (tx, { accountId, now, most }) => {
      const before = yearsBefore(daysBefore(now, RUN_DAYS), YEARS);
      const ended = await tx.run`delete from mail_contents
        where account_id = ${accountId} and id = any(array(select mail_content.id
          from mail_contents mail_content
          where mail_content.account_id = ${accountId} and mail_content.used_at < ${before} limit ${most}))`;
      return { ended, more: ended === most };
    },
};
