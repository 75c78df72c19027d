import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";

export type HistoryInput = { id: number; page: number; size: number };
export type HistoryPage<Row> = { rows: Row[]; total: number };

/** One page and the count of all in one statement; the count also stands when the page lies past the end. */
async function pageOf<Row>(
  tx: Tx,
  input: HistoryInput,
  parts: {
    select: RawBuilder<unknown>;
    from: RawBuilder<unknown>;
    joins: RawBuilder<unknown>;
    order: RawBuilder<unknown>;
  },
): Promise<HistoryPage<Row>> {
  const found = await tx.all<{ total: number; row: Row | null }>`
    with page as (
      select history.*
      from ${parts.from}
      order by ${parts.order} limit ${input.size} offset ${(input.page - 1) * input.size}
    ), shown as (
      select ${parts.select}
      from page history ${parts.joins}
      order by ${parts.order}
    )
    select (select count(*)::int from ${parts.from}) as total, to_json(shown) as row
    from (select) one
    left join shown on true`;
  return { rows: found.flatMap(({ row }) => (row === null ? [] : [row])), total: found[0]?.total ?? 0 };
}

/**
 * A facility's user sees what happened at their facilities. Points and coupons belong to the whole programme and are shown whole: a balance
 * that its history does not explain would look wrong. A facility or reservation elsewhere is not named there.
 */
function atFacilities(scope: Scope, row: "history" | "reservation" = "history"): RawBuilder<unknown> {
  if (scope.facilityIds === null) return sql`true`;
  return sql`${sql.ref(`${row}.facility_account_id`)} = any (${scope.facilityIds}::bigint[])`;
}

export type CustomerReservationRow = {
  id: number;
  original_reservation_code: string;
  facility_name: string;
  is_no_show: boolean;
  confirmed: boolean;
  reservation_status: "reserved" | "go_show";
  reserved_date: string | null;
  check_in_date: string;
  check_out_date: string;
  nights: number;
  reserved_price: number | null;
  reserved_payment_price: number | null;
  plan_code: string | null;
  reserved_min_room_count: number | null;
  group_type: "individual" | "group";
  language_code: "ja" | "en";
  grant_status: "not_granted" | "granted" | "excluded";
  cancel_date: string | null;
  adult_count: number | null;
  child_count: number | null;
  room_type: string | null;
};

/** Reservations of a customer as representative, latest arrival first. */
export function reservationsOf(
  tx: Tx,
  scope: Scope,
  input: HistoryInput,
): Promise<HistoryPage<CustomerReservationRow>> {
  return pageOf(tx, input, {
    from: sql`stay_reservations history
      where history.account_id = ${scope.accountId} and history.customer_id = ${input.id} and history.active_status = 'active'
        and history.linked_to_id is null and ${atFacilities(scope)}`,
    order: sql`history.check_in_date desc, history.id desc`,
    select: sql`history.id, history.original_reservation_code, account.name as facility_name, history.is_no_show,
      exists (select from stay_transactions stay
        where stay.account_id = ${scope.accountId} and stay.stay_reservation_id = history.id and stay.reversed_at is null) as confirmed,
      history.reservation_status, history.reserved_date, history.check_in_date, history.check_out_date,
      history.check_out_date - history.check_in_date as nights, history.reserved_price, history.reserved_payment_price,
      nullif(history.plan_code, '') as plan_code, history.reserved_min_room_count, history.group_type, history.language_code,
      history.grant_status, history.cancel_date, rooms.adult_count, rooms.child_count, rooms.room_type`,
    joins: sql`join accounts account on account.id = history.facility_account_id
      left join lateral (select sum(room.adult_count)::int as adult_count, sum(room.child_count)::int as child_count,
          nullif(string_agg(distinct nullif(room.room_type, ''), '・'), '') as room_type
        from stay_rooms room
        where room.account_id = ${scope.accountId} and room.stay_reservation_id = history.id and room.active_status = 'active') rooms
        on true`,
  });
}

export type StayRow = {
  id: number;
  transaction_code: string;
  facility_name: string;
  check_in_date: string;
  check_out_date: string;
  nights: number;
  use_price: number;
  payment_price: number | null;
  confirmed_date: string | null;
  is_online_check_in: boolean;
  is_online_check_out: boolean;
  granted_points: number;
  stay_reservation_id: number;
  original_reservation_code: string | null;
};

/** Confirmed stays of a customer as representative, latest first; stays cancelled at the source are not shown. */
export function staysOf(tx: Tx, scope: Scope, input: HistoryInput): Promise<HistoryPage<StayRow>> {
  return pageOf(tx, input, {
    from: sql`stay_transactions history
      where history.account_id = ${scope.accountId} and history.customer_id = ${input.id} and history.reversed_at is null
        and ${atFacilities(scope)}`,
    order: sql`history.check_in_date desc, history.id desc`,
    select: sql`history.id, history.transaction_code, account.name as facility_name, history.check_in_date, history.check_out_date,
      history.check_out_date - history.check_in_date as nights, history.use_price, history.payment_price, history.confirmed_date,
      history.is_online_check_in, history.is_online_check_out, history.stay_reservation_id, reservation.original_reservation_code,
      coalesce((select sum(point_grant.grant_point)::bigint
        from grant_points point_grant
        where point_grant.account_id = ${scope.accountId} and point_grant.stay_transaction_id = history.id), 0) as granted_points`,
    joins: sql`join accounts account on account.id = history.facility_account_id
      left join stay_reservations reservation on reservation.account_id = ${scope.accountId}
        and reservation.id = history.stay_reservation_id`,
  });
}
