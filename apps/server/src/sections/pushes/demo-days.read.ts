import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

// What a demo whose days are moved asks of sends (docs/adr/0521).

/** When the first send that is held goes on by itself; null: none is. */
export async function nextToGoOn(tx: Tx, accountIds: readonly number[], after: Date): Promise<Date | null> {
  const { at } = await tx.one<{ at: Date | null }>`select min(push.held_until) as at
    from push_actions push
    where push.account_id = any(${accountIds}::bigint[]) and push.push_status in ('standby', 'doing') and push.held_until > ${after}`;
  return at;
}

/** How many of a channel left since a moment. */
export async function leftSince(tx: Tx, accountIds: readonly number[], channel: string, since: Date): Promise<number> {
  const { n } = await tx.one<{ n: number }>`select count(*)::int as n
    from push_actions push
    join push_action_targets target on target.account_id = push.account_id and target.push_action_id = push.id
    where push.account_id = any(${accountIds}::bigint[]) and push.channel = ${channel} and target.outcome = 'sent'
      and target.sent_at >= ${since}`;
  return n;
}

/** Whom a channel's sends of a programme have reached since a moment, and when. */
export async function reachedSince(
  tx: Tx,
  accountId: number,
  channel: string,
  since: Date,
): Promise<{ push_action_id: number; customer_id: number; sent_at: Date }[]> {
  return tx.all<{
    push_action_id: number;
    customer_id: number;
    sent_at: Date;
  }>`select target.push_action_id, target.customer_id,
      target.sent_at
    from push_actions push
    join push_action_targets target on target.account_id = push.account_id and target.push_action_id = push.id
    where push.account_id = ${accountId} and push.channel = ${channel} and target.outcome = 'sent' and target.sent_at >= ${since}`;
}

/** SQL: ids of the guests to whom something was sent since a moment. */
export const sentToSince = (
  accountId: number,
  since: Date,
): RawBuilder<unknown> => sql`select distinct target.customer_id
  from push_action_targets target
  where target.account_id = ${accountId} and target.sent_at >= ${since}`;
