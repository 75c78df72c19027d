import type { Tx } from "../../database/connection.ts";
import { finishPushes } from "./finish-push.ts";
import { addNextSteps, type Moving } from "./next-steps.ts";
import type { PushSource } from "./ports.ts";

type Stop = { accountId: number; campaignId: number; by: number | null; now: Date; reason: string | null };

/**
 * Stops a campaign's pushes within seconds: a worker checks before it claims. One without waiting recipients is over. The caller has locked
 * the campaign. `reason` is a code of STOP_REASONS where no person stopped it.
 */
export async function stopPushes(
  tx: Tx,
  source: Pick<PushSource, "rest">,
  { accountId, campaignId, by, now, reason }: Stop,
): Promise<void> {
  await tx.run`update push_actions
    set stop_requested = true, stopped_by = ${by}, stopped_at = ${now}, error = ${reason}, updated_at = now()
    where account_id = ${accountId} and campaign_id = ${campaignId} and push_status in ('standby', 'doing')`;
  await finishPushes(tx, source, { accountId, campaignId, pushActionId: null }, now);
}

/**
 * Resumes a stopped send with the recipients who have no outcome yet. A worker that has not noticed the stop must not go on with the old
 * texts: its fencing token is spent, and a new run begins.
 */
export async function resumePushes(tx: Tx, moving: Moving, userId: number): Promise<void> {
  const { accountId, campaignId } = moving;
  await tx.run`update push_actions
    set stop_requested = false, stopped_by = null, stopped_at = null, error = null, updated_by = ${userId}, updated_at = now(),
      fencing_token = fencing_token + 1, heartbeat_at = null
    where account_id = ${accountId} and campaign_id = ${campaignId} and push_status in ('standby', 'doing')`;
  await addNextSteps(tx, moving);
}
