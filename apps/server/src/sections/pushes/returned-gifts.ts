import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Recipient } from "./ports.ts";
import { recipientOf } from "./ports.ts";

// What became of benefits whose stay was cancelled: the recipient got them, and the reason says so (docs/adr/0501).

/** A gift by what made it: an action, and the key of its event. */
export type GiftKey = { actionId: number; key: string };
export type GivenBenefit = GiftKey & { pushId: number };

/** The pushes that gave these. Whoever delivers one of them is waited for, and comes to the next one after. */
export async function lockGifts(tx: Tx, accountId: number, benefits: readonly GiftKey[]): Promise<GivenBenefit[]> {
  const rows = await tx.all<{
    id: number;
    action_id: number;
    trigger_key: string;
  }>`select push.id, push.campaign_action_id as action_id,
      push.trigger_key
    from unnest(${benefits.map((one) => one.actionId)}::bigint[], ${benefits.map((one) => one.key)}::text[]) g (action_id, key)
    join push_actions push on push.account_id = ${accountId} and push.campaign_action_id = g.action_id and push.trigger_key = g.key
    order by push.id for no key update of push`;
  return rows.map((row) => ({ pushId: row.id, actionId: row.action_id, key: row.trigger_key }));
}

/** Who got something by these pushes. */
export async function whoGot(tx: Tx, accountId: number, pushIds: readonly number[]): Promise<Recipient[]> {
  const rows = await tx.all<{ push_action_id: number; customer_id: number }>`select push_action_id, customer_id
    from push_action_targets
    where account_id = ${accountId} and push_action_id = any(${pushIds}::bigint[]) and outcome = 'sent'`;
  return rows.map(recipientOf);
}

export type GiftReason = "gift_revoked" | "gift_retained";

/** Says of those who got something by these pushes what became of it; null: nothing, any more. */
export async function sayOfGifts(
  tx: Tx,
  accountId: number,
  pushIds: readonly number[],
  reason: GiftReason | null,
): Promise<void> {
  await tx.run`update push_action_targets
    set reason = ${reason}, updated_at = now()
    where account_id = ${accountId} and push_action_id = any(${pushIds}::bigint[]) and outcome = 'sent'
      and reason is distinct from ${reason}`;
}

/** SQL over rows of a table that name a push: what it gave was for a stay that was cancelled since. */
export const stayWasCancelled = (history: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from push_action_targets target
    where target.account_id = ${history}.account_id and target.push_action_id = ${history}.push_action_id and target.outcome = 'sent'
      and target.reason in ('gift_revoked', 'gift_retained'))`;
