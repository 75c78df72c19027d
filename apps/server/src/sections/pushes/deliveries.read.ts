import { MESSAGE_CHANNELS } from "@okaeri/domain/pushes/next-steps";
import { type RawBuilder, sql } from "kysely";

// Rows are looked up one by one (`offset 0`), so that statements without nested loops over sets still use the indexes (docs/adr/0280).

/** SQL over `target`: its push. */
const pushOfTarget = sql`select target_push.campaign_action_id, target_push.stay_reservation_id, target_push.channel
    from push_actions target_push
    where target_push.account_id = target.account_id and target_push.id = target.push_action_id
    offset 0`;

/**
 * SQL: messages of campaigns that reached those of `own (account_id, guest_id, customer_id)`. Each: account_id, guest_id, customer_id,
 * push_action_id, campaign_action_id, stay_reservation_id (the booking it was about), sent_at.
 */
export const deliveriesOfOwn: RawBuilder<unknown> = sql`select own.account_id, own.guest_id, own.customer_id, target.push_action_id,
    push.campaign_action_id, push.stay_reservation_id, target.sent_at
  from own
  cross join lateral (
    select guest_target.account_id, guest_target.push_action_id, guest_target.sent_at
    from push_action_targets guest_target
    where guest_target.account_id = own.account_id and guest_target.customer_id = own.customer_id
      and guest_target.outcome = 'sent' and guest_target.sent_at is not null
    offset 0
  ) target
  cross join lateral (${pushOfTarget}) push
  where push.campaign_action_id is not null and push.channel = any(${MESSAGE_CHANNELS}::text[])`;

/**
 * SQL: the messages of campaigns that were clicked in, of `click (account_id, guest_id, customer_id, push_action_id)`, also those of which the
 * receiving side did not confirm: the click proves that they arrived. Each: customer_id, push_action_id, campaign_action_id, stay_reservation_id.
 */
export const clickedMessages: RawBuilder<unknown> = sql`select target.customer_id, target.push_action_id, push.campaign_action_id,
    push.stay_reservation_id
  from (select distinct click.account_id, click.push_action_id, click.customer_id from click) clicked
  cross join lateral (
    select clicked_target.account_id, clicked_target.customer_id, clicked_target.push_action_id
    from push_action_targets clicked_target
    where clicked_target.account_id = clicked.account_id and clicked_target.push_action_id = clicked.push_action_id
      and clicked_target.customer_id = clicked.customer_id and clicked_target.outcome in ('sent', 'unknown')
    offset 0
  ) target
  cross join lateral (${pushOfTarget}) push
  where push.campaign_action_id is not null`;

/** SQL: the booking that a push was about; null: about none. */
export const aboutReservation = (
  accountId: RawBuilder<unknown>,
  pushId: RawBuilder<unknown>,
): RawBuilder<number | null> =>
  sql<number | null>`(select push.stay_reservation_id
    from push_actions push
    where push.account_id = ${accountId} and push.id = ${pushId})`;
