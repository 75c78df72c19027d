import { type Met, onceKey } from "@okaeri/domain/campaigns/triggers/occasion";
import type { Tx } from "../../../database/connection.ts";
import type { JudgedGuest } from "./judged-guests.ts";
import type { Meeting } from "./meetings.ts";
import type { TriggerOccasion } from "./running-triggers.ts";

/** A campaign and whom one of its actions met. */
type MetByCampaign = Met & { campaignId: number };

/**
 * Whom actions of the campaigns met before, of these guests and reservations. Rows keep the guest and the reservation they were written for:
 * here they are those of today, after all merges, joins and their undoing (docs/adr/0500).
 */
export function earlierMeetings(
  tx: Tx,
  accountId: number,
  campaignIds: readonly number[],
  of: { customerIds: readonly number[]; reservationIds: readonly number[] },
): Promise<MetByCampaign[]> {
  return tx.all<MetByCampaign>`with whose as materialized (
      select customer.account_id, customer.id
      from customers customer
      where customer.account_id = ${accountId} and customer.id = any(${of.customerIds}::bigint[])
      union all
      select customer.account_id, customer.id
      from customers customer
      where customer.account_id = ${accountId} and customer.merged_into = any(${of.customerIds}::bigint[])
    ), told as materialized (
      select reservation.account_id, reservation.id
      from stay_reservations reservation
      where reservation.account_id = ${accountId} and reservation.id = any(${of.reservationIds}::bigint[])
      union all
      select reservation.account_id, reservation.id
      from stay_reservations reservation
      where reservation.account_id = ${accountId} and reservation.linked_to_id = any(${of.reservationIds}::bigint[])
    ), met as materialized (
      select occasion.*
      from whose w
      join trigger_events occasion on occasion.account_id = w.account_id and occasion.customer_id = w.id
        and occasion.campaign_id = any(${campaignIds}::bigint[]) and occasion.campaign_action_id is not null
      union
      select occasion.*
      from told t
      join trigger_events occasion on occasion.account_id = t.account_id and occasion.stay_reservation_id = t.id
        and occasion.campaign_id = any(${campaignIds}::bigint[]) and occasion.campaign_action_id is not null
    )
    select m.campaign_id as "campaignId", m.campaign_action_id as "actionId", action.campaign_segment_id as "segmentId", action.type,
      m.base, m.offset_days as "offsetDays", coalesce(customer.merged_into, customer.id) as "customerId",
      coalesce(reservation.linked_to_id, reservation.id) as "reservationId", m.base_day as day,
      (m.planned_at at time zone 'Asia/Tokyo')::date as "metOn"
    from met m
    join campaign_actions action on action.account_id = m.account_id and action.id = m.campaign_action_id
    join customers customer on customer.account_id = m.account_id and customer.id = m.customer_id
    left join stay_reservations reservation on reservation.account_id = m.account_id and reservation.id = m.stay_reservation_id`;
}

/** Notes that these guests were judged, so that they are not judged again for the same moment. */
export async function noteJudged(
  tx: Tx,
  { accountId, campaignId }: { accountId: number; campaignId: number },
  { base, offset_days: offsetDays }: TriggerOccasion,
  guests: readonly JudgedGuest[],
): Promise<void> {
  await tx.run`insert into trigger_events (account_id, campaign_id, customer_id, base, offset_days, base_day, planned_at,
      stay_reservation_id)
    select ${accountId}, ${campaignId}, g.customer_id, ${base}, ${offsetDays}, g.base_day, g.planned_at, g.reservation_id
    from unnest(${guests.map((one) => one.customer_id)}::bigint[], ${guests.map((one) => one.base_day)}::date[],
      ${guests.map((one) => one.planned_at)}::timestamptz[], ${guests.map((one) => one.reservation_id)}::bigint[])
      g (customer_id, base_day, planned_at, reservation_id)`;
}

export async function noteMet(
  tx: Tx,
  { accountId, campaignId }: { accountId: number; campaignId: number },
  meetings: readonly Meeting[],
): Promise<void> {
  await tx.run`insert into trigger_events (account_id, campaign_id, customer_id, base, offset_days, base_day, planned_at,
      stay_reservation_id, campaign_action_id, once_key)
    select ${accountId}, ${campaignId}, m.customer_id, m.base, m.offset_days, m.base_day, m.planned_at, m.reservation_id, m.action_id,
      m.once_key
    from unnest(${meetings.map((one) => one.customerId)}::bigint[], ${meetings.map((one) => one.base)}::text[],
      ${meetings.map((one) => one.offsetDays)}::smallint[], ${meetings.map((one) => one.day)}::date[],
      ${meetings.map((one) => one.plannedAt)}::timestamptz[], ${meetings.map((one) => one.reservationId)}::bigint[],
      ${meetings.map((one) => one.actionId)}::bigint[], ${meetings.map((one) => onceKey(one.once, one))}::text[])
      m (customer_id, base, offset_days, base_day, planned_at, reservation_id, action_id, once_key)`;
}
