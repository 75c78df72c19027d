import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { occasionKey } from "@okaeri/domain/campaigns/triggers/occasion";
import type { TriggerBase } from "@okaeri/domain/campaigns/triggers/trigger";
import type { ActionType } from "@okaeri/domain/enumerations";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { messageOfRecipient } from "../../messaging/history/message-of-recipient.read.ts";
import { idsOfCustomer } from "../../points/merged-customers.read.ts";
import { paidStaysOf } from "../../points/paid-stays.read.ts";
import { type GuestSend, sendsToGuest } from "../../pushes/guest-sends.read.ts";
import type { GiftKey } from "../../pushes/returned-gifts.ts";

/** A guest with who was merged into them. */
export type CampaignGuest = { id: number; customerIds: number[]; knownSince: Date; isErased: boolean };

export async function guestWithMerged(tx: Tx, accountId: number, id: number): Promise<CampaignGuest> {
  const row = await tx.one<{
    ids: number[];
    known_since: Date;
    is_erased: boolean;
  }>`select array_agg(customer.id order by customer.id) as ids, min(customer.created_at) as known_since,
      bool_or(customer.erased_at is not null) as is_erased
    from customers customer
    where customer.account_id = ${accountId} and customer.id in ${idsOfCustomer(accountId, id)}`;
  return { id, customerIds: row.ids, knownSince: row.known_since, isErased: row.is_erased };
}

/** The events that actions of campaigns met a guest for since a moment, as their pushes are called. */
export async function eventsOfGuest(
  tx: Tx,
  accountId: number,
  { customerIds }: CampaignGuest,
  since: Date,
): Promise<GiftKey[]> {
  const rows = await tx.all<{
    action_id: number;
    base: TriggerBase;
    planned_at: Date;
    customer_id: number;
    reservation_id: number | null;
  }>`select occasion.campaign_action_id as action_id, occasion.base, occasion.planned_at, occasion.customer_id,
      occasion.stay_reservation_id as reservation_id
    from trigger_events occasion
    where occasion.account_id = ${accountId} and occasion.customer_id = any(${customerIds}::bigint[])
      and occasion.campaign_action_id is not null and occasion.planned_at >= ${since}`;
  return rows.map((row) => ({
    actionId: row.action_id,
    key: occasionKey(row.base, row.planned_at, { customerId: row.customer_id, reservationId: row.reservation_id }),
  }));
}

export type GuestCampaignRow = Omit<GuestSend, "push_action_id" | "segment_id"> & {
  /** Null, with the segment: a stay was paid. */
  push_action_id: number | null;
  segment_id: number | null;
  stay_id: number | null;
  stay_on: CalendarDate | null;
  campaign_name: string;
  action_type: ActionType;
};

export type GuestCampaignsQuery = {
  made: readonly GiftKey[];
  since: Date;
  sinceDay: CalendarDate;
  got: boolean | undefined;
  page: number;
  size: number;
};

/** A page of what campaigns sent since then and which stays they paid, the newest first. Of an erased guest, what is kept. */
export async function campaignsOfGuest(
  tx: Tx,
  accountId: number,
  { customerIds, isErased }: CampaignGuest,
  { made, since, sinceDay, got, page, size }: GuestCampaignsQuery,
): Promise<{ rows: GuestCampaignRow[]; total: number }> {
  const sends = sendsToGuest(accountId, { customerIds, since, made, message: messageOfRecipient });
  const happened: RawBuilder<unknown> = sql`(
      select sends.*, null::bigint as stay_id, null::date as stay_on
      from (${sends}) sends
      union all
      select null, paid.campaign_id, null, paid.action_id, paid.check_out_date::timestamp at time zone 'Asia/Tokyo',
        case when paid.points > 0 then 'sent' else 'skipped' end, null, null, nullif(paid.points, 0), null, null, null, null, null, null,
        false, true, paid.stay_id, paid.check_out_date
      from (${paidStaysOf(accountId, customerIds, sinceDay)}) paid
    ) h`;
  const shown = sql`(${got ?? null}::boolean is null or (h.outcome is not null and h.outcome = 'sent') = ${got ?? null}::boolean)
    and (not ${isErased}::boolean or h.outcome is not null)`;
  const { total } = await tx.one<{ total: number }>`select count(*)::int as total from ${happened} where ${shown}`;
  const rows = await tx.all<GuestCampaignRow>`select h.*, campaign.name as campaign_name, action.type as action_type
    from ${happened}
    join campaigns campaign on campaign.account_id = ${accountId} and campaign.id = h.campaign_id
    join campaign_actions action on action.account_id = ${accountId} and action.id = h.action_id
    where ${shown}
    order by h.at desc, h.push_action_id desc nulls last, h.stay_id desc, h.action_id
    limit ${size} offset ${(page - 1) * size}`;
  return { rows, total };
}
