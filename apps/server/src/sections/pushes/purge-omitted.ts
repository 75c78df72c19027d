import { OMITTED_DAYS } from "@okaeri/contract/lists/recipients";
import type { Tx } from "../../database/connection.ts";
import { daysBefore, type Term } from "../../jobs/terms.ts";

/** Of each reason so many stay, for people to look at. */
const SAMPLES = 20;

/** Guests who were left out of a send that is long over: counts and a few of each reason stay. Push by push, the oldest first. */
export const skippedRecipients: Term = {
  table: "push_action_targets",
  of: "programmes",
  steps:
    () =>
    async (tx, { accountId, now, most }) => {
      const before = daysBefore(now, OMITTED_DAYS);
      const push = await oldestPush(tx, accountId, before);
      if (push === undefined) return { ended: 0, more: false };
      const { ended } = await tx.one<{ ended: number }>`
      select purge_omitted(${accountId}, ${push}, ${before}, ${SAMPLES}, ${most}) as ended`;
      if (ended < most)
        await tx.run`update push_actions set omitted_ended_at = ${now} where account_id = ${accountId} and id = ${push}`;
      return { ended, more: true };
    },
};

async function oldestPush(tx: Tx, accountId: number | null, before: Date): Promise<number | undefined> {
  const [push] = await tx.all<{ id: number }>`select id
    from push_actions
    where account_id = ${accountId} and skipped_count > 0 and omitted_ended_at is null and push_status in ('done', 'failure')
      and finished_at < least(${before}::timestamptz, now() - make_interval(days => ${OMITTED_DAYS}))
    order by finished_at limit 1`;
  return push?.id;
}
