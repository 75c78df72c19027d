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

type Forgotten = { customerIds: readonly number[]; addresses: readonly string[] };

/** SQL: rows `g` on these customers' reservations, and those that name one of them beside somebody else. */
const namedWith = (
  accountId: number,
  ids: readonly number[],
) => sql`g.account_id = ${accountId} and (g.customer_id = any (${ids}::bigint[])
  or g.stay_reservation_id in (select r.id from stay_reservations r where r.account_id = ${accountId} and r.customer_id = any (${ids}::bigint[])))`;

/** Of the guests named on these customers' reservations, what is no part of the register; and who waits with one of their addresses. */
export async function forgetContacts(tx: Tx, accountId: number, { customerIds, addresses }: Forgotten): Promise<void> {
  await tx.run`update stay_reservation_customers g set email = null, birthday = null, gender = null, waiting_details = null, updated_at = now()
    where ${namedWith(accountId, customerIds)}`;
  await tx.run`update stay_reservation_customers g set email = null, waiting_details = null, updated_at = now()
    where g.account_id = ${accountId} and g.customer_id is null and lower(g.email) = any (${addresses}::text[])`;
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
