import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { type Recipient, recipientOf } from "../../pushes/ports.ts";
import { takesPlace } from "./bases.ts";

// What waits for the morning, or for somebody's approval, may be about a stay that is none any more.

/** SQL over pushes `push`: the trigger's base, with which its key begins (domain/campaigns/timing/occasion occasionKey). */
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

/** SQL over claimed recipients `next`, at the last moment. Of stays that two systems told and that were joined, the lead says it. */
export const noLonger = sql<string | null>`(select ${noLongerFor(sql`next.customer_id`)}
  from push_actions push
  join stay_reservations told_reservation on told_reservation.account_id = push.account_id
    and told_reservation.id = push.stay_reservation_id
  join stay_reservations reservation on reservation.account_id = told_reservation.account_id
    and reservation.id = coalesce(told_reservation.linked_to_id, told_reservation.id)
  where push.account_id = next.account_id and push.id = next.push_action_id)`;

type Waiting = {
  id: number;
  customer_id: number;
  trigger_key: string;
  cause_date: CalendarDate;
  stay_reservation_id: number;
};

/** Who waits for something about a stay; of all of the campaign's, or of these reservations. */
function waitingFor(tx: Tx, { accountId, campaignId }: Of, reservationIds: readonly number[] | null): Promise<Waiting[]> {
  return tx.all<Waiting>`with push as materialized (
      select push.account_id, push.id, push.trigger_key, push.cause_date, push.stay_reservation_id
      from push_actions push
      where push.account_id = ${accountId} and push.campaign_id = ${campaignId} and push.in_sets
        and push.push_status in ('standby', 'doing') and push.stay_reservation_id is not null
        and (${reservationIds}::bigint[] is null or push.stay_reservation_id = any(${reservationIds}::bigint[]))
    )
    select push.id, w.customer_id, push.trigger_key, push.cause_date, push.stay_reservation_id
    from push
    cross join lateral (
      select target.customer_id
      from push_action_targets target
      where target.account_id = push.account_id and target.push_action_id = push.id and target.outcome = 'waiting'
      offset 0
    ) w`;
}

type Stale = { push_action_id: number; customer_id: number; reason: string };

/** Of these, who waits for what no longer holds. Their ids are given, so that the planner knows how many they are. */
async function staleOf(tx: Tx, accountId: number, waiting: readonly Waiting[]): Promise<Stale[]> {
  if (waiting.length === 0) return [];
  return tx.all<Stale>`with push as materialized (
      select ${accountId}::bigint as account_id, p.*
      from unnest(${waiting.map(({ id }) => id)}::bigint[], ${waiting.map((one) => one.customer_id)}::bigint[],
        ${waiting.map((one) => one.trigger_key)}::text[], ${waiting.map((one) => one.cause_date)}::date[],
        ${waiting.map((one) => one.stay_reservation_id)}::bigint[]) p (id, customer_id, trigger_key, cause_date, stay_reservation_id)
    )
    select f.*
    from (
      select push.id as push_action_id, push.customer_id, ${noLongerFor(sql`push.customer_id`)} as reason
      from push
      join stay_reservations told_reservation on told_reservation.account_id = push.account_id
        and told_reservation.id = push.stay_reservation_id
      join stay_reservations reservation on reservation.account_id = told_reservation.account_id
        and reservation.id = coalesce(told_reservation.linked_to_id, told_reservation.id)
    ) f
    where f.reason is not null`;
}

type Of = { accountId: number; campaignId: number };

/** Whether somebody waits for what no longer holds. */
export async function hasWhatNoLongerHolds(tx: Tx, of: Of): Promise<boolean> {
  return (await staleOf(tx, of.accountId, await waitingFor(tx, of, null))).length > 0;
}

/**
 * Leaves out who waits for what no longer holds, of all pushes of a locked campaign or of these reservations. A worker that is just letting
 * one of them leave is waited for.
 */
export async function dropWhatNoLongerHolds(
  tx: Tx,
  of: Of,
  reservationIds: readonly number[] | null = null,
): Promise<void> {
  const { accountId } = of;
  const stale = await staleOf(tx, accountId, await waitingFor(tx, of, reservationIds));
  if (stale.length === 0) return;
  // Lock order: the pushes first, by id, as whoever records results.
  await tx.run`select from push_actions
    where account_id = ${accountId} and id = any(${stale.map((one) => one.push_action_id)}::bigint[])
    order by id for no key update`;
  const dropped = await tx.all<{ push_action_id: number; customer_id: number }>`with dropped as (
      update push_action_targets target
      set outcome = 'skipped', reason = s.reason, updated_at = now()
      from unnest(${stale.map((one) => one.push_action_id)}::bigint[], ${stale.map((one) => one.customer_id)}::bigint[],
        ${stale.map(({ reason }) => reason)}::text[]) s (push_action_id, customer_id, reason)
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
  await forgetMet(tx, accountId, dropped.map(recipientOf));
}

/** Forgets that these were met: nothing went, and of a stay that was moved the new day counts, or the old one if it is moved back. */
export async function forgetMet(tx: Tx, accountId: number, recipients: readonly Recipient[]): Promise<void> {
  if (recipients.length === 0) return;
  await tx.run`with forgotten as (
      delete from trigger_occasions occasion
      using push_actions push
      where push.account_id = ${accountId} and push.id = any(${recipients.map((one) => one.pushActionId)}::bigint[])
        and occasion.account_id = push.account_id and occasion.campaign_action_id = push.campaign_action_id
        and occasion.stay_reservation_id = push.stay_reservation_id and occasion.planned_at = push.push_scheduled_time
      returning occasion.campaign_id, occasion.customer_id, occasion.planned_at, occasion.stay_reservation_id
    )
    delete from trigger_occasions judged_occasion
    using forgotten f
    where judged_occasion.account_id = ${accountId} and judged_occasion.campaign_id = f.campaign_id
      and judged_occasion.customer_id = f.customer_id and judged_occasion.planned_at = f.planned_at
      and judged_occasion.stay_reservation_id = f.stay_reservation_id and judged_occasion.campaign_action_id is null`;
}
