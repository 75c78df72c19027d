import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { CodeSpace } from "@okaeri/domain/enumerations";
import { reportedOfStored, type StoredColumns, type StoredStay } from "@okaeri/domain/stays/report-times";
import { NOTHING_REPORTED, type Reported } from "@okaeri/domain/stays/reported";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";

/** A reservation's code as nothing else of its facility has it: codes of different systems may be the same. */
export function codeKey(codeSpace: CodeSpace, code: string): string {
  // No code holds the unit separator.
  return codeSpace === "none" ? code : `${codeSpace}\u001f${code}`;
}

export type ReservationPlace = { accountId: number; facilityId: number };

/** A stored reservation whose line in the file differs, with its guest and its stay. */
export type KnownReservation = {
  id: number;
  version: number;
  /** False: an import brought it and was undone; whatever is told now is new. */
  isActive: boolean;
  code_space: CodeSpace;
  original_reservation_code: string;
  customer_id: number | null;
  /** Null where only companions have been told of so far. */
  stored: StoredColumns | null;
  reported: Reported;
  account_booking_channel_id: number | null;
  stay_id: number | null;
  stay_customer_id: number | null;
  stay_reversed: boolean | null;
  /** The day on which its guest was forgotten. */
  erasedOn: CalendarDate | null;
};

type KnownRow = Omit<KnownReservation, "stored" | "reported" | "isActive" | "erasedOn"> &
  Omit<StoredColumns, "stay" | "state" | "source_updated_at" | "reservation_code" | "digest"> & {
    is_active: boolean;
    is_no_show: boolean;
    erased_on: CalendarDate | null;
    source_updated_at: Date | null;
    content_hash: string | null;
    stay: StoredStay | null;
  };

/** Bytes of the content hash that tell equal lines; behind them stands what was said of the guest. */
export const LINE_BYTES = 16;

/**
 * Compares codes and content hashes with what is stored: positions and ids with the same content, and the reservations whose content
 * differs. One index look-up per code: lateral with a limit, because a join would read the whole table from some size on, and with the
 * account from the list (see database/given-ids.ts).
 */
export async function knownReservations(
  tx: Tx,
  place: ReservationPlace,
  lines: { codeSpace: CodeSpace; code: string; contentHash: string }[],
): Promise<{ same: number[]; sameIds: number[]; different: KnownReservation[] }> {
  const hits = await tx.one<{ same: number[]; same_ids: number[]; different: number[] }>`
    with k as materialized (
      select ${place.accountId}::bigint as account_id, ${place.facilityId}::bigint as facility_id, u.*
      from unnest(${lines.map((line) => line.codeSpace)}::text[], ${lines.map((line) => line.code)}::text[],
        ${lines.map((line) => line.contentHash)}::text[]) with ordinality u (space, code, hash, n)
    ), hit as (
      select k.n, r.id, substring(r.content_hash from 1 for ${LINE_BYTES}) = decode(k.hash, 'hex') as same
      from k
      cross join lateral (
        select reservation.id, reservation.content_hash
        from stay_reservations reservation
        where reservation.account_id = k.account_id and reservation.facility_account_id = k.facility_id and reservation.code_space = k.space
          and reservation.original_reservation_code = k.code limit 1
      ) r
    )
    select coalesce(json_agg(n - 1) filter (where same), '[]') as same, coalesce(json_agg(id) filter (where same), '[]') as same_ids,
      coalesce(json_agg(id) filter (where same is not true), '[]') as different
    from hit`;
  const { same, same_ids: sameIds, different } = hits;
  if (different.length === 0) return { same, sameIds, different: [] };
  const found = await tx.all<KnownRow>`
    with ${givenIds(place.accountId, different)}
    select reservation.id, reservation.version, reservation.active_status = 'active' as is_active, reservation.code_space,
      reservation.original_reservation_code, reservation.customer_id, reservation.source_updated_at, reservation.report_times,
      reservation.plan_code, reservation.account_booking_channel_id, reservation.reservation_system_virtual,
      reservation.reservation_system_code, reservation.reserved_min_room_count, reservation.reservation_status, reservation.group_type,
      reservation.language_code, reservation.reserved_date, reservation.check_in_date, reservation.check_out_date, reservation.cancel_date,
      reservation.is_no_show, reservation.reserved_price, reservation.reserved_payment_price,
      reservation.reservation_system_name as booking_channel, encode(reservation.content_hash, 'hex') as content_hash,
      coalesce(room.room_type, '') as room_type, coalesce(room.room_code, '') as room_code, room.adult_count,
      room.child_count, guest.name as guest_name, guest.name_kana as guest_name_kana,
      guest.email as guest_email, guest.tel as guest_tel, guest.birthday as guest_birthday, guest.gender as guest_gender, s.id as stay_id,
      s.customer_id as stay_customer_id, s.reversed_at is not null as stay_reversed,
      (customer.erased_at at time zone 'Asia/Tokyo')::date as erased_on,
      case when s.id is not null and (s.reversed_at is null or s.is_reported_elsewhere)
        then jsonb_build_object('transaction_code', s.transaction_code, 'confirmed_date', s.confirmed_date, 'use_price', s.use_price,
          'payment_price', s.payment_price, 'use_price_detail', s.use_price_detail, 'is_online_check_in', s.is_online_check_in,
          'is_online_check_out', s.is_online_check_out,
          'source_updated_at', to_char(s.source_updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as stay
    from given
    join stay_reservations reservation on reservation.account_id = given.account_id and reservation.id = given.id
    left join customers customer on customer.account_id = given.account_id and customer.id = reservation.customer_id
    left join stay_reservation_customers guest on guest.account_id = given.account_id and guest.stay_reservation_id = given.id
      and guest.guest_type = 'representative'
    left join stay_rooms room on room.account_id = given.account_id and room.stay_reservation_id = given.id and room.seq = 1
    left join (
      select distinct on (stay.stay_reservation_id) stay.*
      from given
      join stay_transactions stay on stay.account_id = given.account_id and stay.stay_reservation_id = given.id
      order by stay.stay_reservation_id, stay.id
    ) s on s.stay_reservation_id = reservation.id`;
  return { same, sameIds, different: found.map(toKnown) };
}

function toKnown(row: KnownRow): KnownReservation {
  const { id, version, code_space, original_reservation_code, customer_id, stay_id, stay_customer_id } = row;
  const { stay_reversed, account_booking_channel_id, content_hash } = row;
  const { is_active: isActive, is_no_show, cancel_date, stay } = row;
  const isNamed = isActive && (row.guest_name !== null || stay_id !== null);
  const state = stay !== null ? "stayed" : cancel_date !== null ? "cancelled" : is_no_show ? "no_show" : "reserved";
  const stored: StoredColumns | null = isNamed
    ? {
        ...row,
        state,
        reservation_code: original_reservation_code,
        source_updated_at: row.source_updated_at?.toISOString() ?? null,
        digest: content_hash?.slice(LINE_BYTES * 2) ?? null,
      }
    : null;
  return {
    id,
    version,
    isActive,
    code_space,
    original_reservation_code,
    customer_id,
    stay_id,
    stay_customer_id,
    stay_reversed,
    account_booking_channel_id,
    erasedOn: row.erased_on,
    stored,
    reported: stored === null ? NOTHING_REPORTED : reportedOfStored(stored),
  };
}

/** Which of these transaction codes of one code space belong to a stay already, and to whose reservation. */
export async function takenTransactionCodes(
  tx: Tx,
  place: ReservationPlace,
  codeSpace: CodeSpace,
  codes: readonly string[],
): Promise<Map<string, { reservation_id: number; reservation_code: string }>> {
  if (codes.length === 0) return new Map();
  const found = await tx.all<{ code: string; reservation_id: number; reservation_code: string }>`
    with k as materialized (
      select ${place.accountId}::bigint as account_id, ${place.facilityId}::bigint as facility_id, code
      from unnest(${codes}::text[]) as code
    )
    select k.code, s.stay_reservation_id as reservation_id, reservation.original_reservation_code as reservation_code
    from k
    cross join lateral (
      select stay.stay_reservation_id
      from stay_transactions stay
      where stay.account_id = k.account_id and stay.facility_account_id = k.facility_id and stay.code_space = ${codeSpace}
        and stay.transaction_code = k.code limit 1
    ) s
    join stay_reservations reservation on reservation.account_id = k.account_id and reservation.id = s.stay_reservation_id`;
  return new Map(found.map(({ code, ...holder }) => [code, holder]));
}

/** Gives the stays of these reservations other codes, so that the codes they had are free. Returns which code each had. */
export async function giveUpTransactionCodes(
  tx: Tx,
  place: ReservationPlace,
  stays: readonly { reservation_id: number; code: string }[],
): Promise<{ reservation_id: number; code: string }[]> {
  if (stays.length === 0) return [];
  return tx.all<{ reservation_id: number; code: string }>`update stay_transactions stay
    set transaction_code = n.code
    from unnest(${stays.map((one) => one.reservation_id)}::bigint[], ${stays.map((one) => one.code)}::text[]) n (reservation_id, code)
    where stay.account_id = ${place.accountId} and stay.stay_reservation_id = n.reservation_id
    returning n.reservation_id, old.transaction_code as code`;
}
