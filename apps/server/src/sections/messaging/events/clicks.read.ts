import { type RawBuilder, sql } from "kysely";
import { eventsWithMachineFlag } from "./delivery-outcomes.ts";

/**
 * SQL: clicks of people (no machines) in mails of pushes to those of `own (account_id, guest_id, customer_id)`. Each: account_id, guest_id,
 * customer_id, id, push_action_id, happened_at.
 */
export const clicksOfOwn: RawBuilder<unknown> = sql`select e.account_id, e.guest_id, e.customer_id, e.id, e.push_action_id, e.happened_at
  from (${eventsWithMachineFlag(sql`select message_event.*, own.guest_id
    from own
    cross join lateral (
      select guest_message_event.*
      from message_events guest_message_event
      where guest_message_event.account_id = own.account_id and guest_message_event.customer_id = own.customer_id
        and guest_message_event.push_action_id is not null and guest_message_event.kind in ('delivered', 'clicked')
      offset 0
    ) message_event`)}) e
  where e.kind = 'clicked' and not e.by_machine`;

/** SQL: the click is no longer kept (purge-events.ts). */
export const isClickPurged = (account: RawBuilder<unknown>, clickId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(not exists (select from message_events message_event
    where message_event.account_id = ${account} and message_event.id = ${clickId}
    offset 0))`;
