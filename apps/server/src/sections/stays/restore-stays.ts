import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { beginStayChange, endStayChange } from "./apply-stay.ts";
import { recountGuests } from "./hand-over-stays.ts";
import { joinReservations } from "./join-reservations.ts";
import { type RestoredReservation, restoreImages } from "./restore-images.ts";
import type { StayContext } from "./totals.ts";

/**
 * Puts reservations and their stays back as they stood, in the caller's transaction: totals, points and expiries follow, as after any
 * change of stays. A reservation that was not there keeps its row, empty and of nobody, because ledgers name its stay. What the stays
 * did is reversed first, while they say what they did, and is done anew last, when all rows stand again.
 * @returns the customers whose it was or is.
 */
export async function restoreStays(tx: Tx, ctx: StayContext, rows: readonly RestoredReservation[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const stays = await staysOf(tx, ctx.accountId, ids);
  const before = await ownersOf(tx, ctx.accountId, ids);
  const change = await beginStayChange(tx, ctx, { reverse: stays, apply: stays });
  await emptyWhatWasNotThere(tx, ctx, rows);
  await restoreImages(tx, ctx, rows);
  const customers = [...new Set([...before, ...(await ownersOf(tx, ctx.accountId, ids))])];
  await endStayChange(tx, ctx, change, customers);
  await recountGuests(tx, ctx.accountId, customers);
  await joinReservations(tx, ctx, ids);
  return customers;
}

async function staysOf(tx: Tx, accountId: number, ids: readonly number[]): Promise<number[]> {
  const stays = await tx.all<{ id: number }>`with ${givenIds(accountId, ids)}
    select stay.id
    from given
    join stay_transactions stay on stay.account_id = given.account_id and stay.stay_reservation_id = given.id`;
  return stays.map((stay) => stay.id);
}

async function ownersOf(tx: Tx, accountId: number, ids: readonly number[]): Promise<number[]> {
  const found = await tx.all<{ id: number }>`with ${givenIds(accountId, ids)}
    select distinct reservation.customer_id as id
    from given
    join stay_reservations reservation on reservation.account_id = given.account_id and reservation.id = given.id
    where reservation.customer_id is not null`;
  return found.map((row) => row.id);
}

/** Reservations without an image with all that hangs on them; of those with one, the stays that their image does not have. */
async function emptyWhatWasNotThere(tx: Tx, ctx: StayContext, rows: readonly RestoredReservation[]): Promise<void> {
  const gone = rows.filter((row) => row.image === null).map((row) => row.id);
  const withoutStay = rows.filter((row) => row.image?.stay === null).map((row) => row.id);
  await emptyReservations(tx, ctx, gone);
  await emptyStays(tx, ctx, [...gone, ...withoutStay]);
}

async function emptyReservations(tx: Tx, ctx: StayContext, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const given = givenIds(ctx.accountId, ids);
  await tx.run`with ${given}
    delete from stay_rooms room
    using given
    where room.account_id = given.account_id and room.stay_reservation_id = given.id`;
  await tx.run`with ${given}
    delete from stay_reservation_customers guest
    using given
    where guest.account_id = given.account_id and guest.stay_reservation_id = given.id`;
  await tx.run`with ${given}
    delete from stay_reservation_linkages reservation_link
    using given
    where reservation_link.account_id = given.account_id and reservation_link.stay_reservation_id = given.id`;
  await tx.run`with ${given}
    update stay_reservations reservation
    set customer_id = null, active_status = 'inactive', tel = null, cancel_date = null, is_no_show = false, grant_status = 'not_granted',
      source_updated_at = null, report_times = null, content_hash = null, import_batch_id = null, version = reservation.version + 1,
      updated_by = ${ctx.userId}, updated_at = now()
    from given
    where reservation.account_id = given.account_id and reservation.id = given.id`;
}

/** Stays that were not there before: they no longer happened, have no guest, and their code is free. */
async function emptyStays(tx: Tx, ctx: StayContext, reservationIds: readonly number[]): Promise<void> {
  if (reservationIds.length === 0) return;
  const given = givenIds(ctx.accountId, reservationIds);
  await tx.run`with ${given}
    delete from stay_customers stay_guest
    using given
    join stay_transactions stay on stay.account_id = given.account_id and stay.stay_reservation_id = given.id
    where stay_guest.account_id = stay.account_id and stay_guest.stay_transaction_id = stay.id`;
  await tx.run`with ${given}
    update stay_transactions stay
    set customer_id = null, reversed_at = coalesce(stay.reversed_at, now()), is_reported_elsewhere = false,
      transaction_code = concat('undone/', stay.stay_reservation_id), source_updated_at = null, content_hash = null, import_batch_id = null,
      version = stay.version + 1, updated_by = ${ctx.userId}, updated_at = now()
    from given
    where stay.account_id = given.account_id and stay.stay_reservation_id = given.id`;
}

/** Companions who were named and are nobody's customer; their stays no longer name them either. Returns whose they were. */
export async function removeCompanions(tx: Tx, accountId: number, ids: readonly number[]): Promise<number[]> {
  const gone = await tx.all<{ reservation_id: number }>`with ${givenIds(accountId, ids)}
    delete from stay_reservation_customers guest
    using given
    where guest.account_id = given.account_id and guest.id = given.id and guest.guest_type = 'companion' and guest.customer_id is null
    returning guest.stay_reservation_id as reservation_id`;
  return gone.map((row) => row.reservation_id);
}

/** Reservations that named one import name another one, which told them again. */
export async function nameImport(
  tx: Tx,
  accountId: number,
  reservations: readonly { id: number; from: number; to: number }[],
): Promise<void> {
  if (reservations.length === 0) return;
  await tx.run`with named as materialized (
      select ${accountId}::bigint as account_id, told.*
      from unnest(${reservations.map((one) => one.id)}::bigint[], ${reservations.map((one) => one.from)}::bigint[],
        ${reservations.map((one) => one.to)}::bigint[]) told (id, earlier, later)
    )
    update stay_reservations reservation
    set import_batch_id = named.later
    from named
    where reservation.account_id = named.account_id and reservation.id = named.id and reservation.import_batch_id = named.earlier`;
}

/** Since when a facility knew a guest; null: it did not. */
export type SeenBefore = { customerId: number; facilityId: number; on: string | null };

/**
 * Puts back since when facilities know guests. What other reservations tell stays. Nothing but the guest may narrow a guest's reservations:
 * with the facility beside it, or asked for the first day alone, the planner walks all days of the account for each guest.
 */
export async function restoreSeen(tx: Tx, accountId: number, seen: readonly SeenBefore[]): Promise<void> {
  if (seen.length === 0) return;
  await tx.run`with known as materialized (
      select ${accountId}::bigint as account_id, given.*
      from unnest(${seen.map((one) => one.customerId)}::bigint[], ${seen.map((one) => one.facilityId)}::bigint[],
        ${seen.map((one) => one.on)}::date[]) given (customer_id, facility_account_id, seen_on)
    ), seen as materialized (
      select known.account_id, known.customer_id, known.facility_account_id,
        least(known.seen_on,
          min(reservation.check_in_date) filter (where reservation.facility_account_id = known.facility_account_id)) as seen_on
      from known
      left join stay_reservations reservation on reservation.account_id = known.account_id and reservation.customer_id = known.customer_id
      group by known.account_id, known.customer_id, known.facility_account_id, known.seen_on
    ), gone as (
      delete from customer_facilities customer_facility
      using seen
      where seen.seen_on is null and customer_facility.account_id = seen.account_id
        and customer_facility.facility_account_id = seen.facility_account_id and customer_facility.customer_id = seen.customer_id
    )
    update customer_facilities customer_facility
    set first_seen_on = seen.seen_on
    from seen
    where seen.seen_on is not null and customer_facility.account_id = seen.account_id
      and customer_facility.facility_account_id = seen.facility_account_id and customer_facility.customer_id = seen.customer_id`;
}

/** No facility knows these guests any more. */
export async function dropSeen(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  await tx.run`delete from customer_facilities where account_id = ${accountId} and customer_id = any(${customerIds}::bigint[])`;
}
