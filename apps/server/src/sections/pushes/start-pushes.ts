import type { ActionType } from "@okaeri/domain/enumerations";
import type { Tx } from "../../database/connection.ts";
import { addNextSteps, type Moving } from "./next-steps.ts";

export type Start = {
  /** Idempotency key of the send: the same key starts once. */
  triggerKey: string;
  /** One push each, in this order: a customer falls into the first segment that matches. */
  actions: readonly { id: number; segmentId: number; channel: ActionType }[];
  /** Facilities of the person who starts: they narrow the audience as they narrowed its preview; null: the whole programme. */
  facilityIds: readonly number[] | null;
  /** Who started the send, or switched the campaign on; null: no person did. */
  userId: number | null;
  /** The moment that was planned for it; else now. */
  plannedAt?: Date;
};

/** Makes the pushes of one send of the campaign and adds the jobs, in the caller's transaction. */
export async function startPushes(tx: Tx, moving: Moving, start: Start): Promise<void> {
  const { source, accountId, campaignId, now } = moving;
  const { actions, userId, plannedAt = now } = start;
  await tx.run`insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by,
      trigger_key, push_scheduled_time, funnel, created_by, updated_by)
    select ${accountId}, ${campaignId}, a.segment_id, a.id, a.channel, ${source.kind}, ${start.triggerKey}, ${plannedAt},
      ${JSON.stringify({ facility_ids: start.facilityIds })}::jsonb, ${userId}, ${userId}
    from unnest(${actions.map(({ id }) => id)}::bigint[], ${actions.map(({ segmentId }) => segmentId)}::bigint[],
      ${actions.map(({ channel }) => channel)}::text[]) with ordinality a (id, segment_id, channel, seq)
    order by a.seq`;
  await addNextSteps(tx, moving);
}
