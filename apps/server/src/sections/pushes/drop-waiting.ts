import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { type Recipient, recipientOf } from "./ports.ts";

// Who waits for something about a stay, and who is left out because the stay is none any more.

/** A recipient who waits, and what of whose push the event's cause looks at. */
export type WaitingForStay = {
  push_action_id: number;
  customer_id: number;
  trigger_key: string;
  cause_date: CalendarDate | null;
  stay_reservation_id: number;
};

/** Who waits because of an event about a stay; of all of a campaign's, or of these reservations. */
export function waitingForStays(
  tx: Tx,
  { accountId, campaignId }: { accountId: number; campaignId: number },
  reservationIds: readonly number[] | null,
): Promise<WaitingForStay[]> {
  return tx.all<WaitingForStay>`with push as materialized (
      select push.account_id, push.id, push.trigger_key, push.cause_date, push.stay_reservation_id
      from push_actions push
      where push.account_id = ${accountId} and push.campaign_id = ${campaignId} and push.in_sets
        and push.push_status in ('standby', 'doing') and push.stay_reservation_id is not null
        and (${reservationIds}::bigint[] is null or push.stay_reservation_id = any(${reservationIds}::bigint[]))
    )
    select push.id as push_action_id, w.customer_id, push.trigger_key, push.cause_date, push.stay_reservation_id
    from push
    cross join lateral (
      select target.customer_id
      from push_action_targets target
      where target.account_id = push.account_id and target.push_action_id = push.id and target.outcome = 'waiting'
      offset 0
    ) w`;
}

/** Leaves those out who still wait. A worker that is just letting one of them leave is waited for. Returns who was left out. */
export async function dropWaiting(
  tx: Tx,
  accountId: number,
  waiting: readonly (Pick<WaitingForStay, "push_action_id" | "customer_id"> & { reason: string })[],
): Promise<Recipient[]> {
  if (waiting.length === 0) return [];
  const ids = waiting.map((one) => one.push_action_id);
  // Lock order: the pushes first, by id, as whoever records results.
  await tx.run`select from push_actions where account_id = ${accountId} and id = any(${ids}::bigint[]) order by id for no key update`;
  const dropped = await tx.all<{ push_action_id: number; customer_id: number }>`with dropped as (
      update push_action_targets target
      set outcome = 'skipped', reason = s.reason, updated_at = now()
      from unnest(${ids}::bigint[], ${waiting.map((one) => one.customer_id)}::bigint[],
        ${waiting.map(({ reason }) => reason)}::text[]) s (push_action_id, customer_id, reason)
      where target.account_id = ${accountId} and target.push_action_id = s.push_action_id and target.customer_id = s.customer_id
        and target.outcome = 'waiting'
      returning target.push_action_id, target.customer_id
    ), counted as (
      update push_actions push
      set skipped_count = push.skipped_count + n.n, updated_at = now()
      from (select d.push_action_id, count(*)::int as n from dropped d group by 1) n
      where push.account_id = ${accountId} and push.id = n.push_action_id
    )
    select push_action_id, customer_id
    from dropped`;
  return dropped.map(recipientOf);
}

/** What made pushes: the action, the stay and the moment that was planned. */
export type MadeBy = { campaign_action_id: number; stay_reservation_id: number; push_scheduled_time: Date };

export function whatMade(tx: Tx, accountId: number, recipients: readonly Recipient[]): Promise<MadeBy[]> {
  return tx.all<MadeBy>`select campaign_action_id, stay_reservation_id, push_scheduled_time
    from push_actions
    where account_id = ${accountId} and id = any(${recipients.map((one) => one.pushActionId)}::bigint[])
      and campaign_action_id is not null and stay_reservation_id is not null`;
}
