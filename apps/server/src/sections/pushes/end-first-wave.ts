import type { Tx } from "../../database/connection.ts";
import type { PushSource } from "./ports.ts";
import { sendRulesOf } from "./send-rules.read.ts";
import { graceEnd } from "./snapshot-recipients.ts";

type Push = { accountId: number; campaignId: number; pushActionId: number };

/**
 * When everybody of a push's first wave has an outcome, the rest of the push is next. If one of them did not get it, or an outcome is
 * unknown, all stops for a person to look; resuming goes on. When the first waves of all pushes of the send are over, the rest waits the
 * grace period again: the first wave can be looked at, and the send stopped, before all have it. The caller has locked the campaign and
 * finished the push if nobody waits.
 */
export async function endFirstWave(
  tx: Tx,
  source: PushSource,
  { accountId, campaignId, pushActionId }: Push,
  now: Date,
): Promise<void> {
  const ended = await tx.maybe<{
    faults: number;
  }>`update push_actions push
    set wave = 2, heartbeat_at = null, updated_at = now()
    where push.account_id = ${accountId} and push.id = ${pushActionId} and push.wave = 1 and push.push_status = 'doing'
      and not exists (select from push_action_targets target
        where target.account_id = push.account_id and target.push_action_id = push.id
          and target.outcome = 'waiting' and target.wave = 1)
      and not exists (select from push_action_targets target
        where target.account_id = push.account_id and target.push_action_id = push.id
          and target.outcome = 'sending')
    returning push.failed_count + push.unknown_count as faults`;
  if (ended && ended.faults > 0) return source.stop(tx, { accountId, campaignId, now, reason: "first_wave_failed" });
  const rules = await sendRulesOf(tx, accountId);
  // A push that was over with its first wave keeps `wave` 1.
  await tx.run`update push_actions push
    set grace_until = ${graceEnd(rules, now)}, updated_at = now()
    from push_actions ended_push
    where ended_push.account_id = ${accountId} and ended_push.id = ${pushActionId}
      and (${ended !== undefined} or (ended_push.wave = 1 and ended_push.push_status in ('done', 'failure')))
      and push.account_id = ended_push.account_id and push.campaign_id = ended_push.campaign_id
      and push.trigger_key = ended_push.trigger_key and push.wave = 2 and push.push_status in ('standby', 'doing')
      and not exists (select from push_actions first_push
        where first_push.account_id = ended_push.account_id
          and first_push.campaign_id = ended_push.campaign_id and first_push.trigger_key = ended_push.trigger_key and first_push.wave = 1
          and first_push.push_status in ('standby', 'doing'))`;
}
