import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

/** A customer with a mail address: `customerId` may have bookings that name `email`. */
type Held = { customerId: number; email: string };
export type NameOfAddress = { email: string; name: string; name_kana: string | null };

/** SQL: `given` addresses with the guests `g` of their customers' bookings that name them; each customer is one index look-up. */
const bookingsNaming = (
  accountId: number,
  held: readonly Held[],
  shown: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  with given as materialized (
    select ${accountId}::bigint as account_id, h.customer_id, h.email
    from unnest(${held.map((one) => one.customerId)}::bigint[], ${held.map((one) => one.email)}::text[]) h (customer_id, email)
  )
  select ${shown}
  from given
  cross join lateral (
    select id
    from stay_reservations reservation
    where reservation.account_id = given.account_id and reservation.customer_id = given.customer_id offset 0
  ) r
  cross join lateral (
    select id, customer_id, name, name_kana
    from stay_reservation_customers guest
    where guest.account_id = given.account_id and guest.stay_reservation_id = r.id and guest.guest_type = 'representative'
      and guest.email = given.email offset 0
  ) g`;

/** The names on these customers' bookings that name the address. */
export async function namesOfAddresses(tx: Tx, accountId: number, held: readonly Held[]): Promise<NameOfAddress[]> {
  if (held.length === 0) return [];
  return tx.all<NameOfAddress>`${bookingsNaming(accountId, held, sql`distinct given.email, g.name, g.name_kana`)}`;
}

/** Returns those of the addresses that waiting guests are held back for. */
export async function awaitedAddresses(tx: Tx, accountId: number, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const found = await tx.all<{ email: string }>`
    with given as materialized (select ${accountId}::bigint as account_id, email from unnest(${emails}::text[]) as email)
    select given.email
    from given
    cross join lateral (
      select
      from stay_reservation_customers guest
      where guest.account_id = given.account_id and guest.email = given.email and guest.waiting_reason = 'shared_mail' limit 1 offset 0
    ) g`;
  return found.map((row) => row.email);
}

export type JoinedGuest = NameOfAddress & { id: number; customer_id: number };

/** Guests of these customers' bookings with the address, except guests already in the merge queue. */
export async function guestsJoinedByMail(tx: Tx, accountId: number, held: readonly Held[]): Promise<JoinedGuest[]> {
  if (held.length === 0) return [];
  const shown = sql`g.id, given.customer_id, given.email, g.name, g.name_kana`;
  return tx.all<JoinedGuest>`${bookingsNaming(accountId, held, shown)}
  where g.customer_id = given.customer_id and g.name <> ''
    and not exists (select from customer_merge_candidates candidate
      where candidate.account_id = given.account_id and candidate.stay_reservation_customer_id = g.id
        and candidate.reasons ? 'joined_by_mail')
  order by g.id`;
}
