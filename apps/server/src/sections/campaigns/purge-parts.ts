import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Term } from "../../jobs/terms.ts";
import { hasPush } from "../pushes/pushes.read.ts";
import type { ActionKinds } from "./actions/action-kind.ts";

/** So long what was taken out of a campaign can come back; what it said an hour ago may still name it. By the database's clock, which dated it. */
const RETENTION_DAYS = 1;

/** SQL: as many days ago or longer. */
const daysAgo = (row: "segment" | "action", days: number) =>
  sql`${sql.ref(`${row}.updated_at`)} <= now() - make_interval(days => ${days})`;

/** SQL over campaign actions `action`: a send, a grant or a guest's coupon hangs on it. */
const hangsOn = (kinds: ActionKinds) =>
  sql`(${sql.join([hasPush, ...kinds.flatMap(({ content }) => content.inUse ?? [])], sql` or `)})`;

/** Actions and segments that were taken out of campaigns a day ago and that nothing hangs on: campaign by campaign. */
export function removedParts(kinds: ActionKinds): Term {
  return {
    table: "campaign_actions",
    of: "programmes",
    steps:
      () =>
      async (tx, { accountId }) => {
        const removed = sql`segment.account_id = ${accountId}
          and (segment.active_status = 'inactive' and ${daysAgo("segment", RETENTION_DAYS)}
              and not exists (select from campaign_actions action
                where action.account_id = segment.account_id and action.campaign_segment_id = segment.id)
            or exists (select from campaign_actions action
              where action.account_id = segment.account_id and action.campaign_segment_id = segment.id
                and action.active_status = 'inactive' and ${daysAgo("action", RETENTION_DAYS)} and not ${hangsOn(kinds)}))`;
        // A save of the campaign, which may bring parts back, waits, or is waited for and then looked at again.
        const campaign = await tx.maybe<{ id: number }>`select campaign.id
          from campaigns campaign
          where campaign.account_id = ${accountId}
            and exists (select from campaign_segments segment where segment.campaign_id = campaign.id and ${removed})
          order by campaign.id limit 1
          for no key update`;
        if (campaign === undefined || accountId === null) return { ended: 0, more: false };
        const ended = await purgeParts(tx, kinds, accountId, campaign.id, RETENTION_DAYS);
        return { ended, more: ended > 0 };
      },
  };
}

/** Deletes what was taken out of a locked campaign so many days ago and what nothing hangs on, and answers how many parts that were. */
export async function purgeParts(
  tx: Tx,
  kinds: ActionKinds,
  accountId: number,
  campaignId: number,
  days: number,
): Promise<number> {
  const free = await tx.all<{ id: number }>`select action.id
    from campaign_actions action
    join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
    where action.account_id = ${accountId} and segment.campaign_id = ${campaignId} and action.active_status = 'inactive'
      and ${daysAgo("action", days)} and not ${hangsOn(kinds)}`;
  const ids = free.map(({ id }) => id);
  for (const kind of kinds) await kind.content.purge(tx, accountId, ids);
  await tx.run`delete from campaign_actions where account_id = ${accountId} and id = any(${ids}::bigint[])`;
  const segments = await tx.run`delete from campaign_segments segment
    where segment.account_id = ${accountId} and segment.campaign_id = ${campaignId} and segment.active_status = 'inactive'
      and ${daysAgo("segment", days)}
      and not exists (select from campaign_actions action
        where action.account_id = segment.account_id and action.campaign_segment_id = segment.id)`;
  return ids.length + segments;
}
