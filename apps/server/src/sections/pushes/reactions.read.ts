import { REACTIONS, type Reaction } from "@okaeri/contract/campaigns/reactions";
import { type RawBuilder, sql } from "kysely";

// What others may know of what became of messages (keep-reactions.ts).

/** SQL over recipients `target`: when the message came to it; null: it did not. */
export const reactedAt = (reaction: Reaction): RawBuilder<Date | null> =>
  sql<Date | null>`target.${sql.ref(`${reaction}_at`)}`;

/** SQL over recipients `target`: all that became of the message. */
export const reactionsOf: RawBuilder<Reaction[]> = sql<Reaction[]>`array_remove(array[${sql.join(
  REACTIONS.map((reaction) => sql`case when ${reactedAt(reaction)} is not null then ${sql.lit(reaction)}::text end`),
)}], null)`;

/** SQL columns over recipients `target`, each counted. */
export const reactionCounts: RawBuilder<unknown> = sql.join(
  REACTIONS.map((reaction) => sql`count(${reactedAt(reaction)}) as ${sql.ref(reaction)}`),
);

/** A table (push_action_id, campaign_id, channel, happened_at): messages to these guests of a programme that came to it. */
export function reactedTo(
  accountId: number,
  customerIds: RawBuilder<unknown>,
  reaction: Reaction,
): RawBuilder<unknown> {
  return sql`(select target.push_action_id, target.campaign_id, push.channel, ${reactedAt(reaction)} as happened_at
    from push_action_targets target
    join push_actions push on push.account_id = target.account_id and push.id = target.push_action_id
    where target.account_id = ${accountId} and target.customer_id in ${customerIds} and ${reactedAt(reaction)} is not null)`;
}
