import { MESSAGE_CHANNELS } from "@okaeri/domain/pushes/next-steps";
import { type RawBuilder, sql } from "kysely";

/** SQL: rows campaign_id and id of customers whom a message of one of these campaigns is about to reach. */
export const waitingForMessage = (accountId: number, campaignIds: readonly number[]): RawBuilder<unknown> =>
  sql`select target.campaign_id, coalesce(customer.merged_into, customer.id) as id
    from push_actions push
    join push_action_targets target on target.account_id = push.account_id and target.push_action_id = push.id
      and target.outcome in ('waiting', 'sending')
    join customers customer on customer.account_id = target.account_id and customer.id = target.customer_id
    where push.account_id = ${accountId} and push.campaign_id = any(${campaignIds}::bigint[])
      and push.push_status in ('standby', 'doing') and push.channel = any(${MESSAGE_CHANNELS}::text[])`;
