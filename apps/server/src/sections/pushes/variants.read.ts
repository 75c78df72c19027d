import type { Reaction } from "@okaeri/domain/pushes/reactions";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { deliveredAt, reactedAt, reportsDeliveries } from "./reactions.read.ts";

// What others may know of texts that are compared (variants.ts).

/** Reactions that are compared. */
const COMPARED = ["opened", "clicked", "unsubscribed"] as const satisfies readonly Reaction[];

/** SQL: which of several texts a push sent to a guest; null where it has one, or nothing was sent. */
export const variantSent = (
  accountId: number,
  pushActionId: RawBuilder<unknown>,
  customerId: RawBuilder<unknown>,
): RawBuilder<Variant | null> => sql<Variant | null>`(select target.variant
  from push_action_targets target
  where target.account_id = ${accountId} and target.push_action_id = ${pushActionId} and target.customer_id = ${customerId})`;

/**
 * SQL: which letter these guests (SQL of ids) got last by pushes `push` that meet the condition; null: nothing, or there was one letter.
 */
export const lastVariantGiven = (
  accountId: RawBuilder<unknown>,
  whose: RawBuilder<unknown>,
  by: RawBuilder<unknown>,
): RawBuilder<Variant | null> => sql<Variant | null>`(select target.variant
  from push_action_targets target
  join push_actions push on push.account_id = target.account_id and push.id = target.push_action_id and ${by}
  where target.account_id = ${accountId} and target.customer_id in ${whose} and target.sent_at is not null
    and target.outcome = 'sent'
  order by target.sent_at desc, push.id desc limit 1)`;

/** SQL over pushes `push`: what is compared of its action: of sends the newest, of what happens guest by guest all. */
const isNewest = sql<boolean>`(push.in_sets or push.id = (select max(newest_push.id)
  from push_actions newest_push
  where newest_push.account_id = push.account_id and newest_push.campaign_action_id = push.campaign_action_id
    and not newest_push.in_sets))`;

/**
 * SQL: a table (campaign_action_id, push_action_id, customer_id, variant, outcome, delivered, opened, clicked, unsubscribed) of the guests who got the
 * texts of a campaign by the shares. Whoever waited for the choice is not among them: it would compare moments, not texts.
 */
export function comparedRecipients(accountId: number, campaignId: number): RawBuilder<unknown> {
  const reactions = COMPARED.map((name) => sql`${reactedAt(name)} is not null as ${sql.ref(name)}`);
  return sql`(select push.campaign_action_id, target.push_action_id, target.customer_id, target.variant, target.outcome,
      ${deliveredAt(reportsDeliveries)} is not null as delivered, ${sql.join(reactions)}
    from push_actions push
    join push_action_targets target on target.account_id = push.account_id and target.push_action_id = push.id
      and target.variant is not null and target.wave in ('canary', 'main') and target.outcome in ('sent', 'failed', 'unknown')
    where push.account_id = ${accountId} and push.campaign_id = ${campaignId} and ${isNewest})`;
}

/** The newest send of an action whose texts are compared. */
export type VariantComparisonRow = {
  push_action_id: number;
  campaign_action_id: number;
  started_at: Date | null;
  /** Guests who wait, for the choice or since it was made. */
  waiting: number;
  is_open: boolean;
  chosen_variant: Variant | null;
  chosen_by_name: string | null;
  chosen_at: Date | null;
};

/** The newest send of each action of a campaign by which guests wait, or waited, for the choice of a text. */
export function comparedSends(tx: Tx, accountId: number, campaignId: number): Promise<VariantComparisonRow[]> {
  return tx.all<VariantComparisonRow>`select push.id as push_action_id, push.campaign_action_id, push.started_at,
      (select count(*)::int
        from push_action_targets target
        where target.account_id = ${accountId} and target.push_action_id = push.id and target.outcome = 'waiting'
          and target.wave = 'remaining') as waiting,
      push.push_status in ('standby', 'doing') as is_open, push.chosen_variant, chosen_person.name as chosen_by_name, push.chosen_at
    from push_actions push
    left join users chosen_person on chosen_person.id = push.chosen_by
    where push.account_id = ${accountId} and push.campaign_id = ${campaignId} and push.has_remaining and ${isNewest}
    order by push.id`;
}

/** The open push by which guests wait for a choice; undefined where it is of another campaign, over, or nobody waits. */
export function undecidedPush(
  tx: Tx,
  accountId: number,
  { campaignId, pushActionId }: { campaignId: number; pushActionId: number },
): Promise<{ campaign_action_id: number; chosen_variant: Variant | null } | undefined> {
  return tx.maybe<{
    campaign_action_id: number;
    chosen_variant: Variant | null;
  }>`select push.campaign_action_id, push.chosen_variant
    from push_actions push
    where push.account_id = ${accountId} and push.id = ${pushActionId} and push.campaign_id = ${campaignId} and push.has_remaining
      and push.push_status in ('standby', 'doing')`;
}
