import type { Tx } from "../../database/connection.ts";
import type { PushSource } from "./ports.ts";
import { sendRulesOf } from "./send-rules.read.ts";
import { graceEnd } from "./snapshot-recipients.ts";

type Push = { accountId: number; campaignId: number; pushActionId: number };

/**
 * Moves a push from its canary to its main wave when each recipient of the canary has an outcome. If one of them failed or is unknown,
 * the send stops until a person resumes it. When the canaries of all pushes of the send have ended, the main wave waits for the grace
 * period again, so that a person can check the canary and stop the send. The caller has locked the campaign, and has finished the push if
 * no recipient waits.
 */
export async function endCanary(
  tx: Tx,
  source: PushSource,
  { accountId, campaignId, pushActionId }: Push,
  now: Date,
): Promise<void> {
  const ended = await tx.maybe<{
    faults: number;
  }>`update push_actions push
    set wave = 'main', heartbeat_at = null, updated_at = now()
    where push.account_id = ${accountId} and push.id = ${pushActionId} and push.wave = 'canary' and push.push_status = 'doing'
      and not exists (select from push_action_targets target
        where target.account_id = push.account_id and target.push_action_id = push.id
          and target.outcome = 'waiting' and target.wave = 'canary')
      and not exists (select from push_action_targets target
        where target.account_id = push.account_id and target.push_action_id = push.id
          and target.outcome = 'sending')
    returning push.failed_count + push.unknown_count as faults`;
  if (ended && ended.faults > 0) return source.stop(tx, { accountId, campaignId, now, reason: "canary_failed" });
  const rules = await sendRulesOf(tx, accountId);
  // A push that had no recipients outside its canary keeps `wave` 'canary'.
  await tx.run`update push_actions push
    set grace_until = ${graceEnd(rules, now)}, updated_at = now()
    from push_actions ended_push
    where ended_push.account_id = ${accountId} and ended_push.id = ${pushActionId}
      and (${ended !== undefined} or (ended_push.wave = 'canary' and ended_push.push_status in ('done', 'failure')))
      and push.account_id = ended_push.account_id and push.campaign_id = ended_push.campaign_id
      and push.trigger_key = ended_push.trigger_key and push.wave = 'main' and push.push_status in ('standby', 'doing')
      and not exists (select from push_actions canary_push
        where canary_push.account_id = ended_push.account_id and canary_push.campaign_id = ended_push.campaign_id
          and canary_push.trigger_key = ended_push.trigger_key and canary_push.wave = 'canary'
          and canary_push.push_status in ('standby', 'doing'))`;
}
