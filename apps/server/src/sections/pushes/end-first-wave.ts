import type { Tx } from "../../database/connection.ts";
import { graceEnd } from "./freeze-pushes.ts";
import type { PushSource } from "./ports.ts";
import { sendRulesOf } from "./send-rules.read.ts";

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
  }>`update push_actions p set wave = 2, heartbeat_at = null, updated_at = now()
    where p.account_id = ${accountId} and p.id = ${pushActionId} and p.wave = 1 and p.push_status = 'doing'
      and not exists (select from push_action_targets t where t.account_id = p.account_id and t.push_action_id = p.id
        and t.outcome = 'waiting' and t.wave = 1)
      and not exists (select from push_action_targets t where t.account_id = p.account_id and t.push_action_id = p.id
        and t.outcome = 'sending')
    returning p.failed_count + p.unknown_count as faults`;
  if (ended && ended.faults > 0) return source.stop(tx, { accountId, campaignId, now, reason: "first_wave_failed" });
  const rules = await sendRulesOf(tx, accountId);
  // A push that was over with its first wave keeps `wave` 1.
  await tx.run`update push_actions p set grace_until = ${graceEnd(rules, now)}, updated_at = now() from push_actions e
    where e.account_id = ${accountId} and e.id = ${pushActionId}
      and (${ended !== undefined} or (e.wave = 1 and e.push_status in ('done', 'failure')))
      and p.account_id = e.account_id and p.campaign_id = e.campaign_id and p.trigger_key = e.trigger_key
      and p.wave = 2 and p.push_status in ('standby', 'doing')
      and not exists (select from push_actions f where f.account_id = e.account_id and f.campaign_id = e.campaign_id
        and f.trigger_key = e.trigger_key and f.wave = 1 and f.push_status in ('standby', 'doing'))`;
}
