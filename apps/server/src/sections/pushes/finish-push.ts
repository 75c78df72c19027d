import type { Tx } from "../../database/connection.ts";
import type { PushSource } from "./ports.ts";

type Push = { accountId: number; campaignId: number; pushActionId: number };

/**
 * Ends those of a campaign's pushes, or the one that is named, of whom nobody waits any more: done, or failure when there were recipients
 * and none was reached; also one that is being stopped, for nothing of it is left to stop. With the last push the campaign itself comes to
 * rest and can be edited and sent again (product §8). Whoever calls has locked the campaign: of two pushes that end at once the second
 * sees that it is the last. Returns how many ended.
 */
export async function finishPushes(
  tx: Tx,
  source: Pick<PushSource, "rest">,
  { accountId, campaignId, pushActionId }: Omit<Push, "pushActionId"> & { pushActionId: number | null },
  now: Date,
): Promise<number> {
  const ended = await tx.run`update push_actions p set stop_requested = false, error = null,
      push_status = case when failed_count > 0 and sent_count = 0 and unknown_count = 0 then 'failure' else 'done' end,
      push_sent_time = ${now}, finished_at = now(), heartbeat_at = null, updated_at = now()
    where p.account_id = ${accountId} and p.campaign_id = ${campaignId} and (${pushActionId}::bigint is null or p.id = ${pushActionId})
      and p.frozen_at is not null and p.push_status in ('standby', 'doing')
      and not exists (select from push_action_targets t where t.account_id = p.account_id and t.push_action_id = p.id
        and t.outcome = 'waiting')
      and not exists (select from push_action_targets t where t.account_id = p.account_id and t.push_action_id = p.id
        and t.outcome = 'sending')`;
  const open = await tx.all`select from push_actions where account_id = ${accountId} and campaign_id = ${campaignId}
    and push_status in ('standby', 'doing') limit 1`;
  if (open.length === 0) await source.rest(tx, accountId, campaignId);
  return ended;
}

/** The campaign of a push. */
export async function campaignOf(tx: Tx, accountId: number, pushActionId: number): Promise<number> {
  const [push] = await tx.all<{ campaign_id: number }>`select campaign_id from push_actions
    where account_id = ${accountId} and id = ${pushActionId}`;
  if (!push) throw new Error("a push is never removed");
  return push.campaign_id;
}
