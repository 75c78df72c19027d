import type { Tx } from "../../database/connection.ts";
import { graceEnd } from "./freeze-pushes.ts";
import { addNextSteps, type Moving } from "./next-steps.ts";
import { sendRulesOf } from "./send-rules.read.ts";

/** A second person lets a send go as it stands now. A large one waits from here on. */
export async function approvePushes(tx: Tx, moving: Moving, userId: number): Promise<void> {
  const { source, accountId, campaignId, now } = moving;
  const rules = await sendRulesOf(tx, accountId);
  const graceUntil = rules.carefulAbove === null ? null : graceEnd(rules, now);
  await tx.run`update push_actions set approved_by = ${userId}, approved_at = ${now}, approval_void_at = null,
      approved_hash = ${await source.contentHash(tx, accountId, campaignId)},
      grace_until = case when wave = 1 then ${graceUntil}::timestamptz end, updated_at = now()
    where account_id = ${accountId} and campaign_id = ${campaignId} and held_for = 'approval' and push_status in ('standby', 'doing')`;
  await addNextSteps(tx, moving);
}

/**
 * Ends a campaign's open pushes; whoever still waits is kept as not sent to. With a refusal where a second person did not approve.
 */
export async function callOffPushes(
  tx: Tx,
  { accountId, campaignId, now }: Pick<Moving, "accountId" | "campaignId" | "now">,
  { by, refusal }: { by: number; refusal: string | null },
): Promise<void> {
  await tx.run`with skipped as (
      update push_action_targets t set outcome = 'skipped', reason = 'stopped', updated_at = now() from push_actions p
      where p.account_id = ${accountId} and p.campaign_id = ${campaignId} and p.push_status in ('standby', 'doing')
        and t.account_id = p.account_id and t.push_action_id = p.id and t.outcome = 'waiting'
      returning t.push_action_id
    )
    update push_actions p set push_status = 'done', finished_at = now(), held_for = null, held_until = null, stop_requested = false,
      error = null, called_off_by = ${by}, called_off_at = ${now}, refusal = ${refusal}, updated_at = now(),
      push_sent_time = case when p.started_at is not null then ${now}::timestamptz end,
      skipped_count = p.skipped_count + (select count(*)::int from skipped s where s.push_action_id = p.id)
    where p.account_id = ${accountId} and p.campaign_id = ${campaignId} and p.push_status in ('standby', 'doing')`;
}
