import type { Tx } from "../../database/connection.ts";

/** A guest of a reservation who is nobody's customer, with all that was said of him. */
export type WaitingGuest = {
  id: number;
  reservation_id: number;
  name: string;
  name_kana: string | null;
  email: string | null;
  tel: string | null;
  waiting_reason: string | null;
  /** By the names of the customer's columns (docs/adr/0100). */
  details: Record<string, string>;
};

/** Guests of these reservations who wait and are not in the queue yet. */
export function unqueuedGuests(tx: Tx, accountId: number, reservationIds: readonly number[]): Promise<WaitingGuest[]> {
  return tx.all<WaitingGuest>`
    with given as materialized (select ${accountId}::bigint as account_id, id from unnest(${reservationIds}::bigint[]) as id)
    select guest.id, guest.stay_reservation_id as reservation_id, guest.name, guest.name_kana, guest.email, guest.tel, guest.waiting_reason,
      coalesce(guest.waiting_details, '{}') as details
    from given
    join stay_reservation_customers guest on guest.account_id = given.account_id and guest.stay_reservation_id = given.id
    where guest.customer_id is null and guest.name <> ''
      and not exists (select from customer_merge_candidates candidate
        where candidate.account_id = guest.account_id and candidate.stay_reservation_customer_id = guest.id)
    order by guest.id`;
}

/** One guest who waits. */
export function waitingGuest(tx: Tx, accountId: number, id: number): Promise<WaitingGuest | undefined> {
  return tx.maybe<WaitingGuest>`select guest.id, guest.stay_reservation_id as reservation_id, guest.name, guest.name_kana, guest.email,
      guest.tel, guest.waiting_reason, coalesce(guest.waiting_details, '{}') as details
    from stay_reservation_customers guest
    where guest.account_id = ${accountId} and guest.id = ${id} and guest.customer_id is null for update`;
}
