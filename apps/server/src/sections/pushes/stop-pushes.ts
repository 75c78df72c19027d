import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { finishPushes } from "./finish-push.ts";
import { addNextSteps, type Moving } from "./next-steps.ts";
import type { PushSource } from "./ports.ts";

type Stop = { accountId: number; campaignId: number; by: number | null; now: Date; reason: string | null };

/** SQL: a table `open` of a campaign's open pushes. Lock order: by id, as a worker locks those of its set; otherwise the two would deadlock. */
const openPushes = (accountId: number, campaignId: number) => sql`open as materialized (
    select push.id
    from push_actions push
    where push.account_id = ${accountId} and push.campaign_id = ${campaignId} and push.push_status in ('standby', 'doing')
    order by push.id for no key update
  )`;

/**
 * Stops a campaign's pushes within seconds: a worker checks before it claims. One without waiting recipients is over. The caller has locked
 * the campaign. `reason` is a code of STOP_REASONS where no person stopped it.
 */
export async function stopPushes(
  tx: Tx,
  source: Pick<PushSource, "rest">,
  { accountId, campaignId, by, now, reason }: Stop,
): Promise<void> {
  await tx.run`with ${openPushes(accountId, campaignId)}
    update push_actions push
    set stop_requested = true, stopped_by = ${by}, stopped_at = ${now}, error = ${reason}, updated_at = now()
    from open
    where push.account_id = ${accountId} and push.id = open.id`;
  await finishPushes(tx, source, { accountId, campaignId, pushActionId: null }, now);
}

/**
 * Resumes a stopped send with the recipients who have no outcome yet. A worker that has not noticed the stop must not go on with the old
 * texts: its fencing token is spent, and a new run begins.
 */
export async function resumePushes(tx: Tx, moving: Moving, userId: number): Promise<void> {
  const { accountId, campaignId } = moving;
  await tx.run`with ${openPushes(accountId, campaignId)}
    update push_actions push
    set stop_requested = false, stopped_by = null, stopped_at = null, error = null, updated_by = ${userId}, updated_at = now(),
      fencing_token = push.fencing_token + 1, heartbeat_at = null
    from open
    where push.account_id = ${accountId} and push.id = open.id`;
  await addNextSteps(tx, moving);
}
