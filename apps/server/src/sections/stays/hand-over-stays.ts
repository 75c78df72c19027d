import type { Tx } from "../../database/connection.ts";

/** What of a customer's reservations and stays was given to another one, by id. */
export type HandedOver = { reservations: number[]; named: number[]; stays: number[]; guests: number[] };

/** Moves all reservations and stays of these customers to another one, with the counted rounds of the stays. */
export async function handOverStays(
  tx: Tx,
  accountId: number,
  from: readonly number[],
  to: number,
): Promise<HandedOver> {
  const reservations = await ids(tx.all`select id
    from stay_reservations
    where account_id = ${accountId} and customer_id = any(${from}::bigint[])
    order by id`);
  const stays = await ids(tx.all`select id
    from stay_transactions
    where account_id = ${accountId} and customer_id = any(${from}::bigint[])
    order by id`);
  const named = await ids(tx.all`select id
    from stay_reservation_customers
    where account_id = ${accountId} and guest_type = 'companion' and customer_id = any(${from}::bigint[])
    union all select guest.id
    from unnest(${reservations}::bigint[]) r
    join stay_reservation_customers guest on guest.account_id = ${accountId} and guest.stay_reservation_id = r
      and guest.guest_type = 'representative'
    where guest.customer_id = any(${from}::bigint[])`);
  const guests =
    await ids(tx.all`select id from stay_customers where account_id = ${accountId} and guest_type = 'companion'
        and customer_id = any(${from}::bigint[])
      union all select stay_guest.id
      from unnest(${stays}::bigint[]) s
      join stay_customers stay_guest on stay_guest.account_id = ${accountId} and stay_guest.stay_transaction_id = s
        and stay_guest.guest_type = 'representative'
      where stay_guest.customer_id = any(${from}::bigint[])`);
  const moved = { reservations, named, stays, guests };
  await giveStays(tx, accountId, moved, { from, to });
  return moved;
}

/** Gives these rows to a customer; rows that meanwhile belong to somebody else stay there. */
export async function giveStays(
  tx: Tx,
  accountId: number,
  { reservations, named, stays, guests }: HandedOver,
  { from, to }: { from: readonly number[]; to: number },
): Promise<void> {
  await tx.run`update stay_reservations
    set customer_id = ${to}
    where account_id = ${accountId} and id = any(${reservations}::bigint[]) and customer_id = any(${from}::bigint[])`;
  await tx.run`update stay_reservation_customers
    set customer_id = ${to}
    where account_id = ${accountId} and id = any(${named}::bigint[]) and customer_id = any(${from}::bigint[])`;
  await tx.run`update stay_transactions
    set customer_id = ${to}
    where account_id = ${accountId} and id = any(${stays}::bigint[]) and customer_id = any(${from}::bigint[])`;
  await tx.run`update stay_customers
    set customer_id = ${to}
    where account_id = ${accountId} and id = any(${guests}::bigint[]) and customer_id = any(${from}::bigint[])`;
  // A later reversal of the stay takes its effects from the customer who has it.
  await tx.run`update stay_effects
    set detail = detail || jsonb_build_object('customer_id', ${to}::bigint)
    where account_id = ${accountId} and stay_transaction_id = any(${stays}::bigint[]) and effect = 'applied' and reversed_at is null
      and (detail ->> 'customer_id')::bigint = any(${from}::bigint[])`;
}

async function ids(found: Promise<{ id: number }[]>): Promise<number[]> {
  return (await found).map((row) => row.id);
}

/** Recounts the customers' reservations and stays, and records the facilities where they were seen. */
export async function recountGuests(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  await tx.run`
    with given as materialized (
      select ${accountId}::bigint as account_id, id
      from unnest(${customerIds}::bigint[]) as id
    ), counted as materialized (
      select given.account_id, given.id, r.*, s.*
      from given
      cross join lateral (select count(*)::int as reservations, (count(*) filter (where cancel_date is not null))::int as cancelled,
          (count(*) filter (where is_no_show))::int as no_shows
        from stay_reservations reservation
        where reservation.account_id = given.account_id and reservation.customer_id = given.id and reservation.linked_to_id is null) r
      cross join lateral (select count(*)::int as stays, coalesce(sum(stay.use_price), 0)::bigint as price,
          min(stay.check_in_date) as first_on, max(stay.check_out_date) as last_on,
          (array_agg(stay.facility_account_id order by stay.check_out_date desc, stay.facility_account_id desc))[1] as facility
        from stay_transactions stay
        where stay.account_id = given.account_id and stay.customer_id = given.id and stay.reversed_at is null) s
    )
    update customer_totals total
    set reservation_count = c.reservations, cancel_count = c.cancelled, no_show_count = c.no_shows, stay_count = c.stays,
      use_price_total = c.price, first_stay_on = c.first_on, last_stay_on = c.last_on, last_facility_account_id = c.facility,
      updated_at = now()
    from counted c
    where total.account_id = c.account_id and total.customer_id = c.id`;
  await tx.run`
    insert into customer_facilities as customer_facility (account_id, facility_account_id, customer_id, first_seen_on)
    select reservation.account_id, reservation.facility_account_id, reservation.customer_id, min(reservation.check_in_date)
    from stay_reservations reservation
    where reservation.account_id = ${accountId} and reservation.customer_id = any(${customerIds}::bigint[])
    group by 1, 2, 3
    on conflict (account_id, facility_account_id, customer_id) do update
    set first_seen_on = excluded.first_seen_on
    where excluded.first_seen_on < customer_facility.first_seen_on`;
}

export type SeenAt = { facility_account_id: number; first_seen_on: string };

export function facilitiesOf(tx: Tx, accountId: number, customerId: number): Promise<SeenAt[]> {
  return tx.all<SeenAt>`select facility_account_id, first_seen_on
    from customer_facilities
    where account_id = ${accountId} and customer_id = ${customerId}
    order by facility_account_id`;
}

/** Puts back where a customer was seen. */
export async function restoreFacilities(
  tx: Tx,
  accountId: number,
  customerId: number,
  seen: readonly SeenAt[],
): Promise<void> {
  await tx.run`delete from customer_facilities where account_id = ${accountId} and customer_id = ${customerId}`;
  await tx.run`insert into customer_facilities (account_id, facility_account_id, customer_id, first_seen_on)
    select ${accountId}::bigint, s.facility_account_id, ${customerId}::bigint, s.first_seen_on
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) s (facility_account_id bigint, first_seen_on date)`;
}

/** Facilities where a merged customer was seen are the survivor's too. */
export async function shareFacilities(tx: Tx, accountId: number, from: readonly number[], to: number): Promise<void> {
  await tx.run`
    insert into customer_facilities as customer_facility (account_id, facility_account_id, customer_id, first_seen_on)
    select account_id, facility_account_id, ${to}::bigint, min(first_seen_on)
    from customer_facilities
    where account_id = ${accountId} and customer_id = any(${from}::bigint[])
    group by 1, 2
    on conflict (account_id, facility_account_id, customer_id) do update
    set first_seen_on = excluded.first_seen_on
    where excluded.first_seen_on < customer_facility.first_seen_on`;
}

/** Reservations of a customer that were made after one of this id, with what each says of its guest. */
export type NewReservation = { id: number; email: string | null; tel: string | null; name_kana: string | null };
export function reservationsSince(
  tx: Tx,
  accountId: number,
  customerId: number,
  last: number,
): Promise<NewReservation[]> {
  return tx.all<NewReservation>`select reservation.id, guest.email, guest.tel, guest.name_kana
    from stay_reservations reservation
    join stay_reservation_customers guest on guest.account_id = reservation.account_id and guest.stay_reservation_id = reservation.id
      and guest.guest_type = 'representative'
    where reservation.account_id = ${accountId} and reservation.customer_id = ${customerId} and reservation.id > ${last}
    order by reservation.id`;
}

export async function lastReservation(tx: Tx, accountId: number): Promise<number> {
  const { last } = await tx.one<{ last: number }>`select coalesce(max(id), 0) as last
    from stay_reservations
    where account_id = ${accountId}`;
  return last;
}

/** The rows of these reservations, as a hand-over names them. */
export async function rowsOfReservations(
  tx: Tx,
  accountId: number,
  customerId: number,
  reservations: readonly number[],
): Promise<HandedOver> {
  const stays = await ids(tx.all`select id
    from stay_transactions
    where account_id = ${accountId} and stay_reservation_id = any(${reservations}::bigint[]) and customer_id = ${customerId}`);
  const named = await ids(tx.all`select id
    from stay_reservation_customers
    where account_id = ${accountId} and stay_reservation_id = any(${reservations}::bigint[]) and guest_type = 'representative'
      and customer_id = ${customerId}`);
  const guests = await ids(tx.all`select id
    from stay_customers
    where account_id = ${accountId} and stay_transaction_id = any(${stays}::bigint[]) and guest_type = 'representative'
      and customer_id = ${customerId}`);
  return { reservations: [...reservations], named, stays, guests };
}
