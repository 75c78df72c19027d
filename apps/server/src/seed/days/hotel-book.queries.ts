import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { sentToSince } from "../../sections/pushes/demo-days.read.ts";

// What the demo's hotels know of their own bookings and guests.

type At = { accountId: number; facilityId: number };

export type BookedRow = {
  code: string;
  reserved_price: number;
  reserved_date: CalendarDate | null;
  check_in_date: CalendarDate;
  check_out_date: CalendarDate;
};

const BOOKED = sql`select reservation.original_reservation_code as code, coalesce(reservation.reserved_price, 0) as reserved_price,
    reservation.reserved_date, reservation.check_in_date, reservation.check_out_date
  from stay_reservations reservation`;
const IS_OPEN = sql<boolean>`(reservation.active_status = 'active' and reservation.cancel_date is null and not reservation.is_no_show
  and reservation.code_space = 'none' and not exists (select from stay_transactions stay
    where stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id and stay.reversed_at is null))`;

/** Who leaves this day or has left, and was not told of. */
export function leaving(tx: Tx, { accountId, facilityId }: At, day: CalendarDate): Promise<BookedRow[]> {
  return tx.all<BookedRow>`${BOOKED}
    where reservation.account_id = ${accountId} and reservation.facility_account_id = ${facilityId}
      and reservation.check_out_date <= ${day} and ${IS_OPEN}
    order by reservation.original_reservation_code collate "C"`;
}

/** Bookings whose guests come after this day. */
export function toCome(tx: Tx, { accountId, facilityId }: At, day: CalendarDate): Promise<BookedRow[]> {
  return tx.all<BookedRow>`${BOOKED}
    where reservation.account_id = ${accountId} and reservation.facility_account_id = ${facilityId}
      and reservation.check_in_date > ${day} and ${IS_OPEN}
    order by reservation.original_reservation_code collate "C"`;
}

/** Whether a booking is known by this code. */
export async function isAlreadyBooked(tx: Tx, { accountId, facilityId }: At, code: string): Promise<boolean> {
  const found = await tx.maybe`select 1
    from stay_reservations reservation
    where reservation.account_id = ${accountId} and reservation.facility_account_id = ${facilityId} and reservation.code_space = 'none'
      and reservation.original_reservation_code = ${code}`;
  return found !== undefined;
}

const LOOKED_DAYS = 91;

/** How many stays a day has had lately. */
export async function staysADay(tx: Tx, { accountId, facilityId }: At, day: CalendarDate): Promise<number> {
  const { n } = await tx.one<{ n: number }>`select count(*)::int as n
    from stay_transactions stay
    where stay.account_id = ${accountId} and stay.facility_account_id = ${facilityId} and stay.reversed_at is null
      and stay.check_out_date > ${addDays(day, -LOOKED_DAYS)} and stay.check_out_date <= ${day}`;
  return n / LOOKED_DAYS;
}

export type KnownGuest = {
  name: string;
  name_kana: string | null;
  email: string | null;
  tel: string | null;
  member_number: string | null;
};

const LATELY_DAYS = 45;

/** Guests of the programme who can be told apart; first those to whom something was sent lately, who come back more often. */
export function knownGuests(
  tx: Tx,
  { accountId, facilityId }: At,
  day: CalendarDate,
  most: number,
): Promise<KnownGuest[]> {
  const lot = (...parts: readonly string[]) =>
    sql`md5(concat(${sql.join(parts.map((part) => sql.ref(`customer.${part}`)))}, ${facilityId}::text, ${day}::text))`;
  return tx.all<KnownGuest>`with lately as materialized (
      ${sentToSince(accountId, new Date(`${addDays(day, -LATELY_DAYS)}T00:00:00+09:00`))}
    )
    select customer.name, customer.name_kana, customer.email, customer.tel, customer.member_number
    from customers customer
    where customer.account_id = ${accountId} and customer.active_status = 'active' and customer.merged_into is null
      and customer.erased_at is null and customer.stay_count > 0 and (customer.member_number is not null or customer.email is not null)
    order by ${lot("email", "name")} < '04' and exists (select from lately where lately.customer_id = customer.id) desc,
      ${lot("name", "email", "member_number")}
    limit ${most}`;
}
