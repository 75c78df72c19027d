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
  return tx.one<Register>`select case when max(r.check_out_date) + make_interval(years => ${REGISTER_YEARS}) >= ${today}::date
      then (max(r.check_out_date) + make_interval(years => ${REGISTER_YEARS}))::date::text end as register_until,
      count(*) filter (where r.check_in_date >= ${today}::date)::int as upcoming_reservations
    from stay_reservations r where r.account_id = ${accountId} and r.customer_id = any (${customerIds}::bigint[])
      and r.active_status = 'active' and r.cancel_date is null`;
}

type Forgotten = {
  customerIds: readonly number[];
  addresses: readonly string[];
  tels: readonly string[];
  names: readonly string[];
};

/** SQL: rows `g` on these customers' reservations, and those that name one of them beside somebody else. */
const namedWith = (
  accountId: number,
  ids: readonly number[],
) => sql`g.account_id = ${accountId} and (g.customer_id = any (${ids}::bigint[])
  or g.stay_reservation_id in (select r.id from stay_reservations r where r.account_id = ${accountId} and r.customer_id = any (${ids}::bigint[])))`;

/**
 * Of the guests named on these customers' reservations, what is no part of the register; and who waits elsewhere with one of their
 * addresses, or with telephone and name: of these, name and telephone are the register of that stay and go with its end (docs/adr/0105).
 */
export async function forgetContacts(tx: Tx, accountId: number, guest: Forgotten): Promise<void> {
  const { customerIds, addresses, tels, names } = guest;
  await tx.run`update stay_reservation_customers g set email = null, birthday = null, gender = null, waiting_details = null, updated_at = now()
    where ${namedWith(accountId, customerIds)}`;
  await tx.run`update stay_reservation_customers g set email = null, birthday = null, gender = null, waiting_details = null, updated_at = now(),
      forget_on = coalesce(r.check_out_date, r.check_in_date) + make_interval(years => ${REGISTER_YEARS})
    from stay_reservations r
    where g.account_id = ${accountId} and r.account_id = ${accountId} and r.id = g.stay_reservation_id and g.customer_id is null
      and (lower(g.email) = any (${addresses}::text[]) or (regexp_replace(g.tel, '\\D', '', 'g') = any (${tels}::text[])
        and (regexp_replace(g.name, '\\s', '', 'g') = any (${names}::text[]) or regexp_replace(g.name_kana, '\\s', '', 'g') = any (${names}::text[]))))`;
}

/** Guests who waited on somebody else's booking and were forgotten by the address, once that booking's register need not be kept. */
export async function forgetCompanionsDue(tx: Tx, accountId: number, today: CalendarDate): Promise<number> {
  return tx.run`
    with due as materialized (
      select g.account_id, g.id, g.stay_reservation_id, g.name from stay_reservation_customers g
      where g.account_id = ${accountId} and g.forget_on < ${today}::date limit 1000
    ), on_stays as (
      update stay_customers c set name = '', name_kana = null, updated_at = now()
      from due d join stay_transactions s on s.account_id = d.account_id and s.stay_reservation_id = d.stay_reservation_id
      where c.account_id = d.account_id and c.stay_transaction_id = s.id and c.customer_id is null and c.name = d.name
    )
    update stay_reservation_customers g set name = '', name_kana = null, tel = null, email = null, waiting_details = null, forget_on = null,
      updated_at = now()
    from due d where g.account_id = d.account_id and g.id = d.id`;
}

/** The rest, once the register need not be kept. */
export async function forgetRegister(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  await tx.run`update stay_customers g set name = '', name_kana = null, updated_at = now() where g.account_id = ${accountId}
    and (g.customer_id = any (${customerIds}::bigint[]) or g.stay_transaction_id in (select s.id from stay_transactions s
      where s.account_id = ${accountId} and s.customer_id = any (${customerIds}::bigint[])))`;
  await tx.run`update stay_reservation_customers g set name = '', name_kana = null, tel = null, email = null, birthday = null, gender = null,
      waiting_details = null, updated_at = now()
    where ${namedWith(accountId, customerIds)}`;
  await tx.run`update stay_reservations set tel = null, updated_at = now()
    where account_id = ${accountId} and customer_id = any (${customerIds}::bigint[])`;
}
