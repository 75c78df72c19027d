import { daysBefore, type Term } from "../../../jobs/terms.ts";

/** So long nobody is judged again who was judged: longer than anything can be late. */
const RETENTION_DAYS = 7;

/** Occasions that were judged. Whom an action met stays. */
export const judgedOccasions: Term = {
  table: "trigger_events",
  of: "programmes",
  steps:
    () =>
    async (tx, { accountId, now, most }) => {
      const ended = await tx.run`delete from trigger_events
        where account_id = ${accountId}
          and id = any(array(select occasion.id
            from trigger_events occasion
            where occasion.account_id = ${accountId} and occasion.campaign_action_id is null
              and occasion.planned_at < ${daysBefore(now, RETENTION_DAYS)}
            order by occasion.planned_at limit ${most}))`;
      return { ended, more: ended === most };
    },
};
