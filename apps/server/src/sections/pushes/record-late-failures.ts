import type { NotDelivered } from "@okaeri/contract/problems/stored-reasons";
import type { Tx } from "../../database/connection.ts";
import type { Recipient } from "./ports.ts";

/** A message that went out and did not arrive after all. */
export type LateFailure = Recipient & { reason: NotDelivered; detail: string };

/**
 * Messages that came back were not received: whoever was counted as reached, or as unknown, is counted as failed, in the figures too. Of a
 * message that came back already nothing changes. The caller holds the pushes (holdPushesOf).
 */
export async function recordLateFailures(tx: Tx, accountId: number, failures: readonly LateFailure[]): Promise<void> {
  if (failures.length === 0) return;
  const pushIds = failures.map((one) => one.pushActionId);
  await tx.run`with was as materialized (
      select distinct on (target.push_action_id, target.customer_id) target.account_id, target.push_action_id, target.customer_id,
        target.outcome, f.reason, f.detail
      from unnest(${pushIds}::bigint[], ${failures.map((one) => one.customerId)}::bigint[],
        ${failures.map((one) => one.reason)}::text[], ${failures.map((one) => one.detail.slice(0, 40))}::text[])
        with ordinality f (push_action_id, customer_id, reason, detail, place)
      join push_action_targets target on target.account_id = ${accountId} and target.push_action_id = f.push_action_id
        and target.customer_id = f.customer_id and target.outcome in ('sent', 'unknown')
      order by target.push_action_id, target.customer_id, f.place
    ), failed as (
      update push_action_targets target
      set outcome = 'failed', reason = was.reason, detail = nullif(was.detail, ''), sent_at = null, updated_at = now()
      from was
      where target.account_id = was.account_id and target.push_action_id = was.push_action_id and target.customer_id = was.customer_id
      returning target.push_action_id, was.outcome as before
    )
    update push_actions push
    set failed_count = push.failed_count + counts.failed, sent_count = push.sent_count - counts.sent,
      unknown_count = push.unknown_count - counts.unknown, updated_at = now()
    from (
      select push_action_id, count(*)::int as failed, (count(*) filter (where before = 'sent'))::int as sent,
        (count(*) filter (where before = 'unknown'))::int as unknown
      from failed
      group by push_action_id
    ) counts
    where push.account_id = ${accountId} and push.id = counts.push_action_id`;
}
