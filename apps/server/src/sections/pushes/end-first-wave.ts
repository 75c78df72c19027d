import type { Tx } from "../../database/connection.ts";
import type { PushSource } from "./ports.ts";

type Push = { accountId: number; campaignId: number; pushActionId: number };

/**
 * When everybody of the first wave has an outcome, the rest is next. If one of them did not get it, or nobody knows, all stops for a person
 * to look; whoever resumes goes on with the rest. The caller has locked the campaign.
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
  if (ended && ended.faults > 0) await source.stop(tx, { accountId, campaignId, now, reason: "first_wave_failed" });
}
