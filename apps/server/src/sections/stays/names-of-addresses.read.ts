import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

/** A customer with a mail address: `customerId` has bookings that name `email`. */
type Held = { customerId: number; email: string };
export type NameOfAddress = { email: string; name: string; name_kana: string | null };

const givenAddresses = (accountId: number, held: readonly Held[]): RawBuilder<unknown> => sql`given as materialized (
    select ${accountId}::bigint as account_id, h.customer_id, h.email
    from unnest(${held.map((one) => one.customerId)}::bigint[], ${held.map((one) => one.email)}::text[]) h (customer_id, email)
  )`;
const BOOKINGS = sql`join stay_reservations reservation on reservation.account_id = given.account_id
      and reservation.customer_id = given.customer_id
    join stay_reservation_customers guest on guest.account_id = reservation.account_id and guest.stay_reservation_id = reservation.id
      and guest.guest_type = 'representative' and guest.email = given.email`;

/** The names on these customers' bookings that name the address. */
export async function namesOfAddresses(tx: Tx, accountId: number, held: readonly Held[]): Promise<NameOfAddress[]> {
  if (held.length === 0) return [];
  return tx.all<NameOfAddress>`with ${givenAddresses(accountId, held)}
    select distinct given.email, guest.name, guest.name_kana
    from given
    ${BOOKINGS}`;
}

/** Of these addresses those because of which a guest waits. */
export async function awaitedAddresses(tx: Tx, accountId: number, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const found = await tx.all<{ email: string }>`
    with given as materialized (select ${accountId}::bigint as account_id, email from unnest(${emails}::text[]) as email)
    select given.email
    from given
    where exists (select from stay_reservation_customers guest
      where guest.account_id = given.account_id and guest.email = given.email and guest.waiting_reason = 'shared_mail')`;
  return found.map((row) => row.email);
}

export type JoinedGuest = NameOfAddress & { id: number; customer_id: number };

/** Guests of these customers' bookings that name the address, without those whom the merge queue has listed already. */
export async function guestsJoinedByMail(tx: Tx, accountId: number, held: readonly Held[]): Promise<JoinedGuest[]> {
  if (held.length === 0) return [];
  return tx.all<JoinedGuest>`with ${givenAddresses(accountId, held)}
    select guest.id, reservation.customer_id, guest.email, guest.name, guest.name_kana
    from given
    ${BOOKINGS}
    where guest.customer_id = reservation.customer_id and guest.name <> ''
      and not exists (select from customer_merge_candidates candidate
        where candidate.account_id = guest.account_id and candidate.stay_reservation_customer_id = guest.id
          and candidate.reasons ? 'joined_by_mail')
    order by guest.id`;
}
