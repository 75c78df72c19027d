import { REACTIONS } from "@okaeri/domain/pushes/reactions";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

/** Identifies a message: by push and guest, or by the ids its sender gave it. */
export type MessageReference = {
  pushActionId: number | null;
  customerId: number | null;
  messageIds: readonly string[];
};
/** `leaves`: its outcome is not recorded yet. */
export type SentMessageMatch = { place: number; pushActionId: number; customerId: number; leaves: boolean };

/** Returns the messages that were sent under these references; `place` counts from 0. References without a message are skipped. */
export async function findSentMessages(
  tx: Tx,
  accountId: number,
  references: readonly MessageReference[],
): Promise<SentMessageMatch[]> {
  const named = references.flatMap(({ messageIds }, place) => messageIds.map((id) => ({ id, place })));
  const rows = await tx.all<{
    place: number;
    push_action_id: number;
    customer_id: number;
    outcome: string;
  }>`select f.place::int - 1 as place, target.push_action_id, target.customer_id, target.outcome
    from unnest(${references.map((one) => one.pushActionId)}::bigint[], ${references.map((one) => one.customerId)}::bigint[])
      with ordinality f (push_action_id, customer_id, place)
    join push_action_targets target on target.account_id = ${accountId} and target.push_action_id = f.push_action_id
      and target.customer_id = f.customer_id
    where target.outcome in ('sending', 'sent', 'unknown', 'failed')
    union all select f.place, target.push_action_id, target.customer_id, target.outcome
    from unnest(${named.map(({ place }) => place)}::int[], ${named.map(({ id }) => id)}::text[]) f (place, message_id)
    join push_action_targets target on target.account_id = ${accountId} and target.provider_message_id = f.message_id`;
  return rows.map((row) => ({
    place: row.place,
    pushActionId: row.push_action_id,
    customerId: row.customer_id,
    leaves: row.outcome === "sending",
  }));
}

/** A table of messages to these guests of a programme, sent or failed, with the channel, the campaign and the moment of each reaction. */
export function messagesTo(accountId: number, customerIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select target.push_action_id, target.customer_id, target.campaign_id, push.channel, target.outcome, target.reason,
      target.detail, target.sent_at, ${sql.join(REACTIONS.map((name) => sql.ref(`target.${name}_at`)))}
    from push_action_targets target
    join push_actions push on push.account_id = target.account_id and push.id = target.push_action_id
    where target.account_id = ${accountId} and target.customer_id in ${customerIds}
      and target.outcome in ('sent', 'failed', 'unknown'))`;
}
