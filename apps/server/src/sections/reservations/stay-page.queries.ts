import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { CodeSpace, GuestType, ReservationSystem } from "@okaeri/domain/enumerations";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";

type Days = { check_in_day: number; check_out_day: number; stay_days: number };
type Status = "not_granted" | "granted" | "excluded";
export type StayPage = Days & {
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
  reserved_price: number;
  reserved_payment_price: number;
  plan_code: string;
  tel: string | null;
  cancel_date: string | null;
  grant_status: Status;
  reserved_min_room_count: number;
  group_type: "individual" | "group";
  language_code: "ja" | "en";
  source_updated_at: Date | null;
  linkages: { feed_channel: CodeSpace; reservation_code: string }[];
  is_told_elsewhere: boolean;
  rooms: {
    seq: number;
    room_code: string;
    room_type: string;
    adult_count: number;
    child_count: number;
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

const listed = (rows: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(each order by ${order}), '[]') from (${rows}) each)`;

/** One reservation of a guest with its rooms, guests, stay and what that caused, in one statement; within the person's facilities. */
export async function stayPage(
  tx: Tx,
  scope: Scope,
  { id, reservation_id }: { id: number; reservation_id: number },
): Promise<StayPage | undefined> {
  const within =
    scope.facilityIds === null ? sql`true` : sql`r.facility_account_id = any(${scope.facilityIds}::bigint[])`;
  const of = sql`account_id = r.account_id and stay_reservation_id = r.id`;
  return tx.maybe<StayPage>`
    select r.id, r.version, r.customer_id, c.name as customer_name, r.facility_account_id, a.name as facility_name,
      r.original_reservation_code, r.reservation_system, r.code_space, r.reservation_system_virtual, r.reservation_system_code,
      r.reservation_system_name, b.name as booking_channel_name, r.is_no_show, r.reservation_status, r.reserved_date, r.check_in_date,
      r.check_out_date, r.check_in_day, r.check_out_day, r.stay_days, r.reserved_price, r.reserved_payment_price, r.plan_code, r.tel,
      r.cancel_date, r.grant_status, r.reserved_min_room_count, r.group_type, r.language_code,
      r.source_updated_at,
      r.linked_to_id is not null as is_told_elsewhere,
      ${listed(
        sql`select feed_channel, reservation_code from stay_reservation_linkages where ${of}
          union select o.code_space, o.original_reservation_code from stay_reservations o
          where o.account_id = r.account_id and coalesce(r.linked_to_id, r.id) in (o.id, o.linked_to_id) and o.id <> r.id`,
        sql`each.feed_channel, each.reservation_code`,
      )} as linkages,
      ${listed(
        sql`select seq, room_code, room_type, adult_count, child_count, stay_start_date, stay_end_date from stay_rooms where ${of}`,
        sql`each.seq`,
      )} as rooms,
      ${listed(
        sql`select id, guest_type, name, name_kana, email, tel, customer_id from stay_reservation_customers where ${of}`,
        sql`each.guest_type desc, each.id`,
      )} as guests,
      case when s.id is not null then json_build_object('id', s.id, 'transaction_code', s.transaction_code,
        'confirmed_date', s.confirmed_date, 'use_price', s.use_price, 'payment_price', s.payment_price,
        'use_price_detail', s.use_price_detail, 'check_in_date', s.check_in_date, 'check_out_date', s.check_out_date,
        'check_in_day', extract(dow from s.check_in_date), 'check_out_day', extract(dow from s.check_out_date),
        'stay_days', s.check_out_date - s.check_in_date,
        'is_online_check_in', s.is_online_check_in, 'is_online_check_out', s.is_online_check_out) end as stay,
      ${listed(
        sql`select g.id, g.grant_point, g.grant_date, g.expiration_date, l.expires_on, k.name as campaign_name, g.created_at as booked_at
          from grant_points g
          left join point_lots l on l.account_id = g.account_id and l.grant_point_id = g.id
          left join campaigns k on k.account_id = g.account_id and k.id = g.campaign_id
          where g.account_id = r.account_id and g.stay_transaction_id in (
            select o.id from stay_transactions o where o.account_id = r.account_id and o.stay_reservation_id = r.id)`,
        sql`each.id`,
      )} as points,
      ${listed(
        sql`select d.name, h.changed_on as happened_on from customer_rank_histories h
          join rank_details d on d.account_id = h.account_id and d.id = h.rank_detail_id
          where h.account_id = r.account_id and h.customer_id = r.customer_id and h.changed_on = s.check_out_date`,
        sql`each.happened_on`,
      )} as ranks
    from stay_reservations r
    join customers c on c.account_id = r.account_id and c.id = r.customer_id
    join accounts a on a.id = r.facility_account_id
    left join account_booking_channels b on b.account_id = r.account_id and b.id = r.account_booking_channel_id
    left join stay_transactions s on s.account_id = r.account_id and s.stay_reservation_id = r.id and s.reversed_at is null
    where r.account_id = ${scope.accountId} and r.id = ${reservation_id} and r.customer_id = ${id} and r.active_status = 'active' and ${within}`;
}
