import type { ActionType } from "@okaeri/domain/enumerations";
import { nextSteps, type OpenPush } from "@okaeri/domain/pushes/next-steps";
import type { Tx } from "../../database/connection.ts";
import type { Jobs } from "../../jobs/jobs.ts";

export type Start = {
  accountId: number;
  campaignId: number;
  /** The same key starts once. */
  triggerKey: string;
  /** One push each, in this order: a customer falls into the first segment that matches. */
  actions: readonly { id: number; segmentId: number; channel: ActionType }[];
  /** The facilities of who starts narrow the audience as they narrowed its preview; null: the whole programme. */
  facilityIds: readonly number[] | null;
  userId: number;
  now: Date;
};

/** Makes the pushes of one send and adds the jobs, in the caller's transaction. */
export async function startPushes(tx: Tx, jobs: Jobs, start: Start): Promise<void> {
  const { accountId, campaignId, actions, userId } = start;
  await tx.run`insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by, trigger_key,
      push_scheduled_time, funnel, created_by, updated_by)
    select ${accountId}, ${campaignId}, a.segment_id, a.id, a.channel, 'by_hand', ${start.triggerKey}, ${start.now},
      ${JSON.stringify({ facility_ids: start.facilityIds })}::jsonb, ${userId}, ${userId}
    from unnest(${actions.map(({ id }) => id)}::bigint[], ${actions.map(({ segmentId }) => segmentId)}::bigint[],
      ${actions.map(({ channel }) => channel)}::text[]) with ordinality a (id, segment_id, channel, seq) order by a.seq`;
  await addNextSteps(tx, jobs, accountId, campaignId);
}

/**
 * Adds the jobs that take a campaign's open pushes on. Adding one too many is harmless: a push is worked on by one worker at a time.
 */
export async function addNextSteps(tx: Tx, jobs: Jobs, accountId: number, campaignId: number): Promise<void> {
  const open =
    await tx.all<OpenPush>`select id, channel, campaign_segment_id, frozen_at is not null as frozen from push_actions
    where account_id = ${accountId} and campaign_id = ${campaignId} and push_status in ('standby', 'doing') and not stop_requested
    order by id`;
  for (const { id, step } of nextSteps(open))
    await jobs.add(tx, step === "freeze" ? "freeze-pushes" : "deliver-push", {
      account_id: accountId,
      push_action_id: id,
    });
}
