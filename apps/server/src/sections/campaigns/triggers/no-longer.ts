import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { firstNotNull } from "../../../database/first-not-null.ts";
import { dropWaiting, type WaitingForStay, waitingForStays, whatMade } from "../../pushes/drop-waiting.ts";
import type { Recipient } from "../../pushes/ports.ts";
import { takesPlace } from "./trigger-types.ts";

// What waits for the morning, or for somebody's approval, may be about a stay that is none any more.

/** SQL over pushes `push`: the trigger's base, with which its key begins (domain/campaigns/triggers/occasion.ts, occasionKey). */
const base = sql<string>`split_part(push.trigger_key, ':', 1)`;

/**
 * SQL over pushes `push` of triggers and the reservations `reservation` they are about: why the occasion is none for the guest any more,
 * null where it is one.
 */
const noLongerFor = (customerId: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`(case
    when ${base} = 'cancelled' then case when reservation.cancel_date is null then 'reservation_changed' end
    when not ${takesPlace} then 'reservation_cancelled'
    when reservation.customer_id is distinct from ${customerId} then 'reservation_changed'
    when push.cause_date <> case
        when ${base} in ('before_check_in', 'check_in') then reservation.check_in_date
        when ${base} = 'before_check_out' then reservation.check_out_date
        when ${base} = 'after_check_out' then coalesce(
          (select stay.check_out_date
            from stay_transactions stay
            where stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id and stay.reversed_at is null),
          reservation.check_out_date)
        else push.cause_date end then 'reservation_changed' end)`;

/** SQL over pushes `push`: their reservation. Of stays that two systems told and that were joined, the lead says it. */
export const ofTheirStay = sql`stay_reservations reported_reservation
  join stay_reservations reservation on reservation.account_id = reported_reservation.account_id
    and reservation.id = ${firstNotNull(sql`reported_reservation.linked_to_id`, sql`reported_reservation.id`)}`;

/** SQL over claimed recipients `next` and their pushes `push`, at the last moment. */
export const noLonger = sql<string | null>`(select ${noLongerFor(sql`next.customer_id`)}
  from ${ofTheirStay}
  where reported_reservation.account_id = push.account_id and reported_reservation.id = push.stay_reservation_id)`;

type Stale = { push_action_id: number; customer_id: number; reason: string };

/** Of these, who waits for what no longer holds. Their ids are given, so that the planner knows how many they are. */
async function staleOf(tx: Tx, accountId: number, waiting: readonly WaitingForStay[]): Promise<Stale[]> {
  if (waiting.length === 0) return [];
  return tx.all<Stale>`with push as materialized (
      select ${accountId}::bigint as account_id, p.*
      from unnest(${waiting.map((one) => one.push_action_id)}::bigint[], ${waiting.map((one) => one.customer_id)}::bigint[],
        ${waiting.map((one) => one.trigger_key)}::text[], ${waiting.map((one) => one.cause_date)}::date[],
        ${waiting.map((one) => one.stay_reservation_id)}::bigint[]) p (id, customer_id, trigger_key, cause_date, stay_reservation_id)
    )
    select f.*
    from (
      select push.id as push_action_id, push.customer_id, ${noLongerFor(sql`push.customer_id`)} as reason
      from push
      join (${ofTheirStay}) on reported_reservation.account_id = push.account_id and reported_reservation.id = push.stay_reservation_id
    ) f
    where f.reason is not null`;
}

type Of = { accountId: number; campaignId: number };

/** Whether somebody waits for what no longer holds. */
export async function hasWhatNoLongerHolds(tx: Tx, of: Of): Promise<boolean> {
  return (await staleOf(tx, of.accountId, await waitingForStays(tx, of, null))).length > 0;
}

/** Leaves out who waits for what no longer holds, of all pushes of a locked campaign or of these reservations. */
export async function dropWhatNoLongerHolds(
  tx: Tx,
  of: Of,
  reservationIds: readonly number[] | null = null,
): Promise<void> {
  const stale = await staleOf(tx, of.accountId, await waitingForStays(tx, of, reservationIds));
  await dropMet(tx, of.accountId, await dropWaiting(tx, of.accountId, stale));
}

/** Forgets that these were met: nothing went, and of a stay that was moved the new day counts, or the old one if it is moved back. */
export async function dropMet(tx: Tx, accountId: number, recipients: readonly Recipient[]): Promise<void> {
  if (recipients.length === 0) return;
  const made = await whatMade(tx, accountId, recipients);
  await tx.run`with forgotten as (
      delete from trigger_events occasion
      using unnest(${made.map((one) => one.campaign_action_id)}::bigint[], ${made.map((one) => one.stay_reservation_id)}::bigint[],
        ${made.map((one) => one.push_scheduled_time)}::timestamptz[]) m (action_id, reservation_id, planned_at)
      where occasion.account_id = ${accountId} and occasion.campaign_action_id = m.action_id
        and occasion.stay_reservation_id = m.reservation_id and occasion.planned_at = m.planned_at
      returning occasion.campaign_id, occasion.customer_id, occasion.planned_at, occasion.stay_reservation_id
    )
    delete from trigger_events judged_occasion
    using forgotten f
    where judged_occasion.account_id = ${accountId} and judged_occasion.campaign_id = f.campaign_id
      and judged_occasion.customer_id = f.customer_id and judged_occasion.planned_at = f.planned_at
      and judged_occasion.stay_reservation_id = f.stay_reservation_id and judged_occasion.campaign_action_id is null`;
}
