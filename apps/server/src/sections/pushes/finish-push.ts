import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { PushSource } from "./ports.ts";

type Push = { accountId: number; campaignId: number; pushActionId: number };

/** SQL over pushes `push`: done, or failure when there were recipients and none was reached; also one that is being stopped. */
const over = (now: Date) => sql`stop_requested = false, error = null,
  push_status = case when push.failed_count > 0 and push.sent_count = 0 and push.unknown_count = 0 then 'failure' else 'done' end,
  push_sent_time = ${now}, finished_at = now(), heartbeat_at = null, updated_at = now()`;

/** SQL over pushes `push`: open, with no recipient left who waits. */
const nobodyWaits = sql<boolean>`push.frozen_at is not null and push.push_status in ('standby', 'doing')
  and not exists (select from push_action_targets target
    where target.account_id = push.account_id and target.push_action_id = push.id
      and target.outcome = 'waiting')
  and not exists (select from push_action_targets target
    where target.account_id = push.account_id and target.push_action_id = push.id
      and target.outcome = 'sending')`;

/**
 * Ends the pushes of a campaign's sends (or the one named) that have no waiting recipient. With the last push of a send the campaign itself
 * comes to rest and can be edited and sent again (product §8). The caller has locked the campaign: of two pushes that end at once (a race)
 * the second sees that it is the last. Returns how many ended.
 */
export async function finishPushes(
  tx: Tx,
  source: Pick<PushSource, "rest">,
  { accountId, campaignId, pushActionId }: Omit<Push, "pushActionId"> & { pushActionId: number | null },
  now: Date,
): Promise<number> {
  const ended = await tx.run`update push_actions push
    set ${over(now)}
    where push.account_id = ${accountId} and push.campaign_id = ${campaignId} and not push.in_sets
      and (${pushActionId}::bigint is null or push.id = ${pushActionId}) and ${nobodyWaits}`;
  const open = await tx.all`select from push_actions
    where account_id = ${accountId} and campaign_id = ${campaignId} and not in_sets
      and push_status in ('standby', 'doing') limit 1`;
  if (ended > 0 && open.length === 0) await source.rest(tx, accountId, campaignId);
  return ended;
}

/**
 * Ends those of a set that have no waiting recipient. Locks them first: recipients of the same event may be added to one of them at this
 * moment.
 */
export async function finishSet(tx: Tx, accountId: number, ids: readonly number[], now: Date): Promise<void> {
  await tx.run`select from push_actions where account_id = ${accountId} and id = any(${ids}::bigint[]) order by id for no key update`;
  await tx.run`update push_actions push
    set ${over(now)}
    where push.account_id = ${accountId} and push.id = any(${ids}::bigint[]) and ${nobodyWaits}`;
}

/** The campaign of a send's push, and what started it. */
export async function sendOfPush(
  tx: Tx,
  accountId: number,
  pushActionId: number,
): Promise<{ campaignId: number; kind: string }> {
  const [push] = await tx.all<{
    campaign_id: number | null;
    started_by: string;
  }>`select campaign_id, started_by from push_actions where account_id = ${accountId} and id = ${pushActionId}`;
  if (!push) throw new Error("a push is never removed");
  if (push.campaign_id === null) throw new Error("the push is of no campaign");
  return { campaignId: push.campaign_id, kind: push.started_by };
}
