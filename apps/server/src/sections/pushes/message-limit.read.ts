import type { Tx } from "../../database/connection.ts";
import { advertises } from "./pushes.read.ts";

/** At most `count` messages that advertise to one guest within `days` (product §8). */
export type MessageLimit = { count: number; days: number };

export async function messageLimitOf(tx: Tx, accountId: number): Promise<MessageLimit | null> {
  const row = await tx.maybe<MessageLimit>`select frequency_cap_count as count, frequency_cap_days as days
    from account_settings
    where account_id = ${accountId} and frequency_cap_count is not null`;
  return row ?? null;
}

/** A message that the limit counts. `plannedAt`: when its push was planned; `at`: when it reached the guest, or is about to. */
export type CountedMessage = {
  customerId: number;
  campaignId: number | null;
  startedBy: string;
  plannedAt: Date;
  at: Date;
};

/** Returns the messages of these guests that the limit counts since the moment: those that went out, and those that wait, as of `now`. */
export function messagesToCount(
  tx: Tx,
  accountId: number,
  { since, now, customerIds }: { since: Date; now: Date; customerIds: readonly number[] },
): Promise<CountedMessage[]> {
  return tx.all<CountedMessage>`with whose as materialized (
      select customer.id, customer.id as guest_id
      from customers customer
      where customer.account_id = ${accountId} and customer.id = any(${customerIds}::bigint[])
      union all
      select customer.id, customer.merged_into
      from customers customer
      where customer.account_id = ${accountId} and customer.merged_into = any(${customerIds}::bigint[])
    )
    select w.guest_id as "customerId", push.campaign_id as "campaignId", push.started_by as "startedBy",
      push.push_scheduled_time as "plannedAt",
      coalesce(target.sent_at, greatest(push.push_scheduled_time, ${now}::timestamptz)) as at
    from whose w
    join push_action_targets target on target.account_id = ${accountId} and target.customer_id = w.id
    join push_actions push on push.account_id = target.account_id and push.id = target.push_action_id
    where ${advertises} and (target.sent_at > ${since}
      or (target.sent_at is null and target.outcome in ('waiting', 'sending') and push.push_status in ('standby', 'doing')
        and not push.stop_requested))`;
}
