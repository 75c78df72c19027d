import { REACTIONS, type Reaction } from "@okaeri/contract/campaigns/results/reactions";
import { type RawBuilder, sql } from "kysely";

// What others may know of what became of messages (keep-reactions.ts).

/** SQL over recipients `target`: when the message came to it; null: it did not. */
export const reactedAt = (reaction: Reaction): RawBuilder<Date | null> =>
  sql<Date | null>`target.${sql.ref(`${reaction}_at`)}`;

/**
 * SQL over recipients `target` of `push`: when the message was delivered; null: it was not. A provider that reports deliveries itself accepts
 * a mail before it delivers it; otherwise what the server took and did not send back is delivered.
 */
export const deliveredAt = (push: "push" | "p"): RawBuilder<Date | null> =>
  sql<Date | null>`case when target.outcome = 'sent' then case when ${reportsDeliveries(push)} then target.delivered_at
    else target.sent_at end end`;

/** SQL over a push: deliveries of its mails are reported by the provider. */
export const reportsDeliveries = (push: "push" | "p"): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${push}.mail_api_id`)} is not distinct from 'sendgrid'`;

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
