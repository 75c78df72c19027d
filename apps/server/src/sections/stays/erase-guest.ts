import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

/** How long the guest register is kept after the departure (旅館業法施行規則). */
export const REGISTER_YEARS = 3;

export type Register = { register_until: string | null; upcoming_reservations: number };

/** Until which day the register of these customers' stays must be kept; cancelled reservations are no stays. */
export async function registerOf(
  tx: Tx,
  accountId: number,
  customerIds: readonly number[],
  today: CalendarDate,
): Promise<Register> {
  return tx.one<Register>`select
      case when max(reservation.check_out_date) + make_interval(years => ${REGISTER_YEARS}) >= ${today}::date
          then (max(reservation.check_out_date) + make_interval(years => ${REGISTER_YEARS}))::date::text end as register_until,
      count(*) filter (where reservation.check_in_date >= ${today}::date)::int as upcoming_reservations
    from stay_reservations reservation
    where reservation.account_id = ${accountId} and reservation.customer_id = any (${customerIds}::bigint[])
      and reservation.active_status = 'active' and reservation.cancel_date is null`;
}

type ErasedSubject = {
  customerIds: readonly number[];
  addresses: readonly string[];
  tels: readonly string[];
  names: readonly string[];
};

/** SQL: rows `guest` on these customers' reservations, and those that name one of them beside somebody else. */
const namedWith = (accountId: number, ids: readonly number[]) => sql`guest.account_id = ${accountId}
  and (guest.customer_id = any (${ids}::bigint[])
    or guest.stay_reservation_id in (select reservation.id
      from stay_reservations reservation
      where reservation.account_id = ${accountId} and reservation.customer_id = any (${ids}::bigint[])))`;

/**
 * Erases, of the guests named on these customers' reservations, what is no part of the register; and the contact data of guests who wait
 * elsewhere with one of their addresses, or with telephone and name: their name and telephone are the register of that stay and go with its
 * end (docs/adr/0105).
 */
export async function eraseContacts(tx: Tx, accountId: number, guest: ErasedSubject): Promise<void> {
  const { customerIds, addresses, tels, names } = guest;
  await tx.run`update stay_reservation_customers guest
    set email = null, birthday = null, gender = null, waiting_details = null, updated_at = now()
    where ${namedWith(accountId, customerIds)}`;
  await tx.run`update stay_reservation_customers guest
    set email = null, birthday = null, gender = null, waiting_details = null, updated_at = now(),
      erase_on = coalesce(reservation.check_out_date, reservation.check_in_date) + make_interval(years => ${REGISTER_YEARS})
    from stay_reservations reservation
    where guest.account_id = ${accountId} and reservation.account_id = ${accountId} and reservation.id = guest.stay_reservation_id
      and guest.customer_id is null
      and (lower(guest.email) = any (${addresses}::text[])
        or (regexp_replace(guest.tel, '\\D', '', 'g') = any (${tels}::text[])
          and (regexp_replace(guest.name, '\\s', '', 'g') = any (${names}::text[])
            or regexp_replace(guest.name_kana, '\\s', '', 'g') = any (${names}::text[]))))`;
}

/** Guests who waited on somebody else's booking and were forgotten by the address, once that booking's register need not be kept. */
export async function eraseCompanionsDue(tx: Tx, accountId: number, today: CalendarDate): Promise<number> {
  return tx.run`
    with due as materialized (
      select guest.account_id, guest.id, guest.stay_reservation_id, guest.name
      from stay_reservation_customers guest
      where guest.account_id = ${accountId} and guest.erase_on < ${today}::date limit 1000
    ), on_stays as (
      update stay_customers stay_guest
      set name = '', name_kana = null, updated_at = now()
      from due d
      join stay_transactions stay on stay.account_id = d.account_id and stay.stay_reservation_id = d.stay_reservation_id
      where stay_guest.account_id = d.account_id and stay_guest.stay_transaction_id = stay.id and stay_guest.customer_id is null
        and stay_guest.name = d.name
    )
    update stay_reservation_customers guest
    set name = '', name_kana = null, tel = null, email = null, waiting_details = null, erase_on = null, updated_at = now()
    from due d
    where guest.account_id = d.account_id and guest.id = d.id`;
}

/** The rest, once the register need not be kept. */
export async function eraseRegister(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  await tx.run`update stay_customers stay_guest
    set name = '', name_kana = null, updated_at = now()
    where stay_guest.account_id = ${accountId}
      and (stay_guest.customer_id = any (${customerIds}::bigint[])
        or stay_guest.stay_transaction_id in (select stay.id
          from stay_transactions stay
          where stay.account_id = ${accountId} and stay.customer_id = any (${customerIds}::bigint[])))`;
  await tx.run`update stay_reservation_customers guest
    set name = '', name_kana = null, tel = null, email = null, birthday = null, gender = null, waiting_details = null, updated_at = now()
    where ${namedWith(accountId, customerIds)}`;
  await tx.run`update stay_reservations
    set tel = null, updated_at = now()
    where account_id = ${accountId} and customer_id = any (${customerIds}::bigint[])`;
}
