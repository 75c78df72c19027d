import { REACTIONS } from "@okaeri/contract/campaigns/results/reactions";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

/** What somebody says a mail is called: by push and guest, or by the names its sender gave it. */
export type CalledMail = { pushActionId: number | null; customerId: number | null; messageIds: readonly string[] };
/** `leaves`: nobody here has written down yet what became of it. */
export type SentMailMatch = { place: number; pushActionId: number; customerId: number; leaves: boolean };

/** The messages that went out under these names; `place` counts from 0. Whoever was not written to under one is left out. */
export async function sentMailsCalled(
  tx: Tx,
  accountId: number,
  called: readonly CalledMail[],
): Promise<SentMailMatch[]> {
  const named = called.flatMap(({ messageIds }, place) => messageIds.map((id) => ({ id, place })));
  const rows = await tx.all<{
    place: number;
    push_action_id: number;
    customer_id: number;
    outcome: string;
  }>`select f.place::int - 1 as place, target.push_action_id, target.customer_id, target.outcome
    from unnest(${called.map((one) => one.pushActionId)}::bigint[], ${called.map((one) => one.customerId)}::bigint[])
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

/** A table of what went out to these guests of a programme, or was to and failed; with the campaign, and what came of it: a moment of each reaction. */
export function mailedTo(accountId: number, customerIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select target.push_action_id, target.customer_id, target.campaign_id, target.outcome, target.reason, target.detail,
      target.sent_at, ${sql.join(REACTIONS.map((name) => sql.ref(`target.${name}_at`)))}
    from push_action_targets target
    where target.account_id = ${accountId} and target.customer_id in ${customerIds}
      and target.outcome in ('sent', 'failed', 'unknown'))`;
}
