import { REACTIONS, type Reaction } from "@okaeri/domain/pushes/reactions";
import { REPORTING_ROUTES } from "@okaeri/domain/pushes/routes";
import { type RawBuilder, sql } from "kysely";
import { routeOfPush } from "./push-route.ts";

// What others may know of what became of messages (keep-reactions.ts).

/** SQL over recipients `target`: when the message came to it; null: it did not. */
export const reactedAt = (reaction: Reaction): RawBuilder<Date | null> =>
  sql<Date | null>`target.${sql.ref(`${reaction}_at`)}`;

/** SQL over pushes `push`: deliveries of its messages are reported by the provider. */
export const reportsDeliveries: RawBuilder<boolean> = sql<boolean>`coalesce(${routeOfPush} = any(${REPORTING_ROUTES}::text[]), false)`;

/**
 * SQL over recipients `target`: when the message was delivered; null: it was not. A provider that reports deliveries itself accepts a message
 * before it delivers it (`isReported`); otherwise what the server accepted and did not send back is delivered.
 */
export const deliveredAt = (isReported: RawBuilder<unknown>): RawBuilder<Date | null> =>
  sql<Date | null>`case when target.outcome = 'sent' then case when ${isReported} then target.delivered_at else target.sent_at end end`;

/** SQL over recipients `target`: all that became of the message. */
export const reactionsOf: RawBuilder<Reaction[]> = sql<Reaction[]>`array_remove(array[${sql.join(
  REACTIONS.map((reaction) => sql`case when ${reactedAt(reaction)} is not null then ${sql.lit(reaction)}::text end`),
)}], null)`;

/** What each recipient keeps the moment of, and each push the count of: reactions, and what a provider reports as delivered. */
export const STORED_REACTIONS = ["delivered", ...REACTIONS] as const;

/** SQL columns over recipients `target`, each counted. */
export const reactionCounts: RawBuilder<unknown> = sql.join(
  STORED_REACTIONS.map((name) => sql`count(target.${sql.ref(`${name}_at`)}) as ${sql.ref(name)}`),
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
