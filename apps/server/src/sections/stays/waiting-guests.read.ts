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
    select g.id, g.stay_reservation_id as reservation_id, g.name, g.name_kana, g.email, g.tel, g.waiting_reason, coalesce(g.waiting_details, '{}') as details from given n
    join stay_reservation_customers g on g.account_id = n.account_id and g.stay_reservation_id = n.id
    where g.customer_id is null and g.name <> '' and not exists (select from customer_merge_candidates m
      where m.account_id = g.account_id and m.stay_reservation_customer_id = g.id)
    order by g.id`;
}

/** One guest who waits. */
export function waitingGuest(tx: Tx, accountId: number, id: number): Promise<WaitingGuest | undefined> {
  return tx.maybe<WaitingGuest>`select g.id, g.stay_reservation_id as reservation_id, g.name, g.name_kana, g.email, g.tel, g.waiting_reason,
      coalesce(g.waiting_details, '{}') as details
    from stay_reservation_customers g where g.account_id = ${accountId} and g.id = ${id} and g.customer_id is null for update`;
}
