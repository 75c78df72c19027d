import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { CodeSpace, GuestType, ReservationSystem } from "@okaeri/domain/enumerations";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";

type Days = { check_in_day: number; check_out_day: number; stay_days: number };
type Status = "not_granted" | "granted" | "excluded";
export type StayPageRow = Days & {
  id: number;
  version: number;
  customer_id: number;
  customer_name: string;
  facility_account_id: number;
  facility_name: string;
  original_reservation_code: string;
  reservation_system: ReservationSystem;
  code_space: CodeSpace;
  reservation_system_virtual: string;
  reservation_system_code: string;
  reservation_system_name: string;
  booking_channel_name: string | null;
  is_no_show: boolean;
  reservation_status: "reserved" | "go_show";
  reserved_date: string | null;
  check_in_date: string;
  check_out_date: string;
  reserved_price: number | null;
  reserved_payment_price: number | null;
  plan_code: string;
  tel: string | null;
  cancel_date: string | null;
  grant_status: Status;
  reserved_min_room_count: number;
  group_type: "individual" | "group";
  language_code: "ja" | "en";
  source_updated_at: Date | null;
  linkages: { feed_channel: CodeSpace; reservation_code: string }[];
  is_reported_elsewhere: boolean;
  rooms: {
    seq: number;
    room_code: string;
    room_type: string;
    adult_count: number | null;
    child_count: number | null;
    stay_start_date: string;
    stay_end_date: string;
  }[];
  guests: {
    id: number;
    guest_type: GuestType;
    name: string;
    name_kana: string | null;
    email: string | null;
    tel: string | null;
    customer_id: number | null;
  }[];
  stay:
    | (Days & {
        id: number;
        transaction_code: string;
        confirmed_date: string;
        use_price: number;
        payment_price: number;
        use_price_detail: { name: string; price: number }[];
        check_in_date: string;
        check_out_date: CalendarDate;
        is_online_check_in: boolean;
        is_online_check_out: boolean;
      })
    | null;
  points: {
    id: number;
    grant_point: number;
    grant_date: string;
    expiration_date: string | null;
    expires_on: string | null;
    campaign_name: string | null;
    booked_at: string;
  }[];
  ranks: { name: string; happened_on: string }[];
};

/** One reservation of a guest with its rooms, guests, stay and what that caused, in one statement; within the person's facilities. */
export async function stayPage(
  tx: Tx,
  scope: Scope,
  { id, reservation_id }: { id: number; reservation_id: number },
): Promise<StayPageRow | undefined> {
  const within =
    scope.facilityIds === null ? sql`true` : sql`reservation.facility_account_id = any(${scope.facilityIds}::bigint[])`;
  return tx.maybe<StayPageRow>`
    select reservation.id, reservation.version, reservation.customer_id, customer.name as customer_name, reservation.facility_account_id,
      account.name as facility_name, reservation.original_reservation_code, reservation.reservation_system, reservation.code_space,
      reservation.reservation_system_virtual, reservation.reservation_system_code, reservation.reservation_system_name,
      channel.name as booking_channel_name, reservation.is_no_show, reservation.reservation_status, reservation.reserved_date,
      reservation.check_in_date, reservation.check_out_date, reservation.check_in_day, reservation.check_out_day, reservation.stay_days,
      reservation.reserved_price, reservation.reserved_payment_price, reservation.plan_code, reservation.tel, reservation.cancel_date,
      reservation.grant_status, reservation.reserved_min_room_count, reservation.group_type, reservation.language_code,
      reservation.source_updated_at, reservation.linked_to_id is not null as is_reported_elsewhere, ${linkages} as linkages,
      ${rooms} as rooms, ${guests} as guests, ${confirmed} as stay, ${points} as points, ${ranks} as ranks
    from stay_reservations reservation
    join customers customer on customer.account_id = reservation.account_id and customer.id = reservation.customer_id
    join accounts account on account.id = reservation.facility_account_id
    left join account_booking_channels channel on channel.account_id = reservation.account_id
      and channel.id = reservation.account_booking_channel_id
    left join stay_transactions stay on stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id
      and stay.reversed_at is null
    where reservation.account_id = ${scope.accountId} and reservation.id = ${reservation_id} and reservation.customer_id = ${id}
      and reservation.active_status = 'active' and ${within}`;
}

// Each below is SQL over the reservation `reservation` and its confirmed stay `stay`: a value of the page.

const listed = (rows: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(each order by ${order}), '[]') from (${rows}) each)`;
const ofReservation = sql`account_id = reservation.account_id and stay_reservation_id = reservation.id`;

/** The codes it has elsewhere: those it was linked to by, and those of the reservations that tell of the same stay. */
const linkages = listed(
  sql`select feed_channel, reservation_code
    from stay_reservation_linkages
    where ${ofReservation}
    union
    select joined_reservation.code_space, joined_reservation.original_reservation_code
    from stay_reservations joined_reservation
    where joined_reservation.account_id = reservation.account_id
      and coalesce(reservation.linked_to_id, reservation.id) in (joined_reservation.id, joined_reservation.linked_to_id)
      and joined_reservation.id <> reservation.id`,
  sql`each.feed_channel, each.reservation_code`,
);

const rooms = listed(
  sql`select seq, room_code, room_type, adult_count, child_count, stay_start_date, stay_end_date from stay_rooms where ${ofReservation}`,
  sql`each.seq`,
);

const guests = listed(
  sql`select id, guest_type, name, name_kana, email, tel, customer_id from stay_reservation_customers where ${ofReservation}`,
  sql`each.guest_type desc, each.id`,
);

/** Null before the stay is confirmed, and after that was taken back. */
const confirmed = sql`case when stay.id is not null then json_build_object('id', stay.id, 'transaction_code', stay.transaction_code,
  'confirmed_date', stay.confirmed_date, 'use_price', stay.use_price, 'payment_price', stay.payment_price, 'use_price_detail',
  stay.use_price_detail, 'check_in_date', stay.check_in_date, 'check_out_date', stay.check_out_date, 'check_in_day',
  extract(dow from stay.check_in_date), 'check_out_day', extract(dow from stay.check_out_date), 'stay_days',
  stay.check_out_date - stay.check_in_date, 'is_online_check_in', stay.is_online_check_in, 'is_online_check_out',
  stay.is_online_check_out) end`;

/** Points that the stay gave and that were taken back from it, also by an earlier confirmation. */
const points = listed(
  sql`select point_grant.id, point_grant.grant_point, point_grant.grant_date, point_grant.expiration_date, lot.expires_on,
      campaign.name as campaign_name, point_grant.created_at as booked_at
    from grant_points point_grant
    left join point_lots lot on lot.account_id = point_grant.account_id and lot.grant_point_id = point_grant.id
    left join campaigns campaign on campaign.account_id = point_grant.account_id and campaign.id = point_grant.campaign_id
    where point_grant.account_id = reservation.account_id
      and point_grant.stay_transaction_id in (select earning_stay.id
        from stay_transactions earning_stay
        where earning_stay.account_id = reservation.account_id and earning_stay.stay_reservation_id = reservation.id)`,
  sql`each.id`,
);

/** Ranks that the guest came to by checking out on that day. */
const ranks = listed(
  sql`select tier.name, rank_history.changed_on as happened_on
    from customer_rank_histories rank_history
    join rank_details tier on tier.account_id = rank_history.account_id and tier.id = rank_history.rank_detail_id
    where rank_history.account_id = reservation.account_id and rank_history.customer_id = reservation.customer_id
      and rank_history.changed_on = stay.check_out_date`,
  sql`each.happened_on`,
);
