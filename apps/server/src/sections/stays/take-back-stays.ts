import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { beginStayChange, endStayChange } from "./apply-stay.ts";
import { recountGuests } from "./hand-over-stays.ts";
import { joinReservations } from "./join-tellings.ts";
import { roomReportedAgain } from "./save-rooms.ts";
import { columnsPutBack, listed, ROOM_COLUMNS, setAs, type UNDO_DECISIONS } from "./stay-columns.ts";
import type { StayImage } from "./stay-images.ts";
import type { StayContext } from "./totals.ts";

/** A reservation as it is to stand again; null: it was not there. */
export type TakenBack = {
  id: number;
  image: StayImage | null;
  /** Whose it became by what is taken back; where that was nobody else, whoever has it now keeps it. */
  became: number | null;
};

const restored = (table: keyof typeof UNDO_DECISIONS) => setAs(columnsPutBack(table), "w");

/**
 * Puts reservations and their stays back as they stood, in the caller's transaction: totals, points and expiries follow, as after any
 * change of stays. A reservation that was not there keeps its row, empty and of nobody, because ledgers name its stay.
 * @returns the customers whose it was or is.
 */
export async function takeBackStays(tx: Tx, ctx: StayContext, rows: readonly TakenBack[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const { accountId } = ctx;
  const stays = await tx.all<{ id: number; reservation_id: number; customer_id: number | null }>`
    with ${givenIds(
      accountId,
      rows.map((row) => row.id),
    )}
    select stay.id, stay.stay_reservation_id as reservation_id, stay.customer_id from given n
    join stay_transactions stay on stay.account_id = n.account_id and stay.stay_reservation_id = n.id`;
  const before = await ownersOf(tx, accountId, rows);
  const ids = stays.map((stay) => stay.id);
  const change = await beginStayChange(tx, ctx, { reverse: ids, apply: ids });
  const gone = rows.filter((row) => row.image === null).map((row) => row.id);
  await emptyReservations(tx, ctx, gone);
  const kept = rows.filter((row) => row.image !== null);
  const goneStays = kept.filter((row) => row.image?.stay === null).map((row) => row.id);
  await emptyStays(tx, ctx, [...gone, ...goneStays]);
  await restoreRows(tx, ctx, kept);
  const after = await ownersOf(tx, accountId, rows);
  const customers = [...new Set([...before, ...after])];
  await endStayChange(tx, ctx, change, customers);
  await recountGuests(tx, accountId, customers);
  await joinReservations(
    tx,
    ctx,
    rows.map((row) => row.id),
  );
  return customers;
}

async function ownersOf(tx: Tx, accountId: number, rows: readonly TakenBack[]): Promise<number[]> {
  const found = await tx.all<{ id: number }>`with ${givenIds(
    accountId,
    rows.map((row) => row.id),
  )}
    select distinct reservation.customer_id as id from given n join stay_reservations reservation on reservation.account_id = n.account_id
      and reservation.id = n.id
    where reservation.customer_id is not null`;
  return found.map((row) => row.id);
}

async function emptyReservations(tx: Tx, ctx: StayContext, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const given = givenIds(ctx.accountId, ids);
  await tx.run`with ${given} delete from stay_rooms room using given n where room.account_id = n.account_id
    and room.stay_reservation_id = n.id`;
  await tx.run`with ${given} delete from stay_reservation_customers guest using given n
    where guest.account_id = n.account_id and guest.stay_reservation_id = n.id`;
  await tx.run`with ${given} delete from stay_reservation_linkages reservation_link using given n
    where reservation_link.account_id = n.account_id and reservation_link.stay_reservation_id = n.id`;
  await tx.run`with ${given} update stay_reservations reservation set customer_id = null, active_status = 'inactive', tel = null,
    cancel_date = null,
      is_no_show = false, grant_status = 'not_granted', source_updated_at = null, said_at = null, content_hash = null,
        import_batch_id = null,
      version = reservation.version + 1, updated_by = ${ctx.userId}, updated_at = now()
    from given n where reservation.account_id = n.account_id and reservation.id = n.id`;
}

/** Stays that were not there before: they no longer happened, have no guest, and their code is free. */
async function emptyStays(tx: Tx, ctx: StayContext, reservationIds: readonly number[]): Promise<void> {
  if (reservationIds.length === 0) return;
  const given = givenIds(ctx.accountId, reservationIds);
  await tx.run`with ${given} delete from stay_customers stay_guest using given n
    join stay_transactions stay on stay.account_id = n.account_id and stay.stay_reservation_id = n.id
    where stay_guest.account_id = stay.account_id and stay_guest.stay_transaction_id = stay.id`;
  await tx.run`with ${given} update stay_transactions stay set customer_id = null, reversed_at = coalesce(stay.reversed_at, now()),
    is_told_elsewhere = false,
      transaction_code = concat('undone/', stay.stay_reservation_id), source_updated_at = null, content_hash = null, import_batch_id = null,
      version = stay.version + 1, updated_by = ${ctx.userId}, updated_at = now()
    from given n where stay.account_id = n.account_id and stay.stay_reservation_id = n.id`;
}

async function restoreRows(tx: Tx, ctx: StayContext, rows: readonly TakenBack[]): Promise<void> {
  if (rows.length === 0) return;
  const { accountId, userId } = ctx;
  await tx.run`create temp table undo_images on commit drop as
    select ${accountId}::bigint as account_id, e.id, e.image, (e.image -> 'reservation' ->> 'customer_id')::bigint is distinct
      from e.became as moved,
      (e.image -> 'reservation' ->> 'customer_id')::bigint as was
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) e (id bigint, image jsonb, became bigint)`;
  const stored = (part: string, table: string) =>
    sql`from undo_images n cross join lateral jsonb_populate_record(null::${sql.table(table)}, n.image -> ${sql.lit(part)}) w`;
  const owner = sql`case when n.moved then (select coalesce(customer.merged_into, customer.id) from customers customer
    where customer.account_id = n.account_id and customer.id = n.was) else reservation.customer_id end`;
  await tx.run`update stay_reservations reservation set ${restored("stay_reservations")}, customer_id = ${owner},
    version = reservation.version + 1, updated_by = ${userId},
      updated_at = now()
    ${stored("reservation", "stay_reservations")} where reservation.account_id = n.account_id and reservation.id = n.id`;
  await tx.run`update stay_reservation_customers guest set ${restored("stay_reservation_customers")}, customer_id = reservation.customer_id,
      waiting_reason = case when reservation.customer_id is null then w.waiting_reason end,
      waiting_details = case when reservation.customer_id is null then w.waiting_details end, updated_by = ${userId}, updated_at = now()
    ${stored("guest", "stay_reservation_customers")} join stay_reservations reservation on reservation.account_id = n.account_id
      and reservation.id = n.id
    where n.image ->> 'guest' is not null and guest.account_id = n.account_id and guest.stay_reservation_id = n.id
      and guest.guest_type = 'representative'`;
  await tx.run`delete from stay_reservation_customers guest using undo_images n
    where n.image ->> 'guest' is null and guest.account_id = n.account_id and guest.stay_reservation_id = n.id
      and guest.guest_type = 'representative'`;
  await tx.run`update stay_rooms room set ${restored("stay_rooms")}, updated_by = ${userId}, updated_at = now()
    ${stored("room", "stay_rooms")} where n.image ->> 'room' is not null and room.account_id = n.account_id
      and room.stay_reservation_id = n.id and room.seq = 1`;
  await tx.run`delete from stay_rooms room using undo_images n
    where n.image ->> 'room' is null and room.account_id = n.account_id and room.stay_reservation_id = n.id and room.seq = 1`;
  await restoreFurtherRooms(tx, userId);
  await tx.run`update stay_transactions stay set ${restored("stay_transactions")}, customer_id = reservation.customer_id,
    transaction_code = concat('undo/', stay.stay_reservation_id),
      version = stay.version + 1, updated_by = ${userId}, updated_at = now()
    ${stored("stay", "stay_transactions")} join stay_reservations reservation on reservation.account_id = n.account_id
      and reservation.id = n.id
    where n.image ->> 'stay' is not null and stay.account_id = n.account_id and stay.stay_reservation_id = n.id`;
  await restoreCodes(tx);
  await tx.run`update stay_customers stay_guest set ${restored("stay_customers")}, customer_id = stay.customer_id, updated_by = ${userId},
      updated_at = now()
    ${stored("stay_guest", "stay_customers")} join stay_transactions stay on stay.account_id = n.account_id
      and stay.stay_reservation_id = n.id
    where n.image ->> 'stay_guest' is not null and stay_guest.account_id = stay.account_id and stay_guest.stay_transaction_id = stay.id
      and stay_guest.guest_type = 'representative'`;
  await tx.run`drop table undo_images`;
}

/** The rooms after the first, of undo_images: these and no others. */
async function restoreFurtherRooms(tx: Tx, userId: number | null): Promise<void> {
  await tx.run`delete from stay_rooms room using undo_images n
    where n.image ? 'further_rooms' and room.account_id = n.account_id and room.stay_reservation_id = n.id
      and room.seq > 1 + jsonb_array_length(n.image -> 'further_rooms')`;
  await tx.run`insert into stay_rooms as room (account_id, stay_reservation_id, seq, ${listed(ROOM_COLUMNS)}, created_by, updated_by)
    select n.account_id, n.id, w.seq, ${listed(ROOM_COLUMNS, "w")}, ${userId}::bigint, ${userId}::bigint
    from undo_images n cross join lateral jsonb_populate_recordset(null::stay_rooms, n.image -> 'further_rooms') w
    ${roomReportedAgain}`;
}

/**
 * Gives the stays of undo_images the codes they had. A folio that another stay has meanwhile is shared with it: the first by reservation
 * code has the folio's code, the others have it with their own reservation code behind it (intake/reservation-work.ts).
 */
async function restoreCodes(tx: Tx): Promise<void> {
  await tx.run`create temp table undo_codes on commit drop as
    select stay.account_id, stay.id, stay.facility_account_id, stay.code_space, reservation.original_reservation_code as own,
      n.image -> 'stay' ->> 'transaction_code' as code
    from undo_images n join stay_reservations reservation on reservation.account_id = n.account_id and reservation.id = n.id
    join stay_transactions stay on stay.account_id = n.account_id and stay.stay_reservation_id = n.id where n.image ->> 'stay' is not null`;
  const holder = sql`stay_transactions other_stay join stay_reservations reservation on reservation.account_id = other_stay.account_id
    and reservation.id = other_stay.stay_reservation_id`;
  const holds = sql`other_stay.account_id = n.account_id and other_stay.facility_account_id = n.facility_account_id
    and other_stay.code_space = n.code_space
    and other_stay.transaction_code = n.code`;
  await tx.run`update stay_transactions stay set transaction_code = concat(stay.transaction_code, '/', d.own), updated_at = now()
    from (select other_stay.account_id, other_stay.id, reservation.original_reservation_code as own from ${holder}
      join undo_codes n on ${holds}
      where n.own collate "C" < reservation.original_reservation_code) d
    where stay.account_id = d.account_id and stay.id = d.id`;
  await tx.run`update stay_transactions stay set transaction_code = n.code
    from (select n.account_id, n.id, case when n.own = min(n.own collate "C") over (partition by n.code_space, n.code)
        and not exists (select from ${holder} where ${holds}) then n.code else concat(n.code, '/', n.own) end as code from undo_codes n) n
    where stay.account_id = n.account_id and stay.id = n.id`;
  await tx.run`drop table undo_codes`;
}

/** Companions who were named and are nobody's customer; their stays no longer name them either. Returns whose they were. */
export async function takeBackCompanions(tx: Tx, accountId: number, ids: readonly number[]): Promise<number[]> {
  const gone = await tx.all<{ reservation_id: number }>`with ${givenIds(accountId, ids)}
    delete from stay_reservation_customers guest using given n
    where guest.account_id = n.account_id and guest.id = n.id and guest.guest_type = 'companion' and guest.customer_id is null
    returning guest.stay_reservation_id as reservation_id`;
  return gone.map((row) => row.reservation_id);
}

/** Gives stays that had to share a folio its code back, where it is free: the first of them by reservation code. */
export async function giveCodesBack(
  tx: Tx,
  accountId: number,
  stays: readonly { reservationId: number; code: string }[],
): Promise<void> {
  if (stays.length === 0) return;
  await tx.run`update stay_transactions stay set transaction_code = n.code from (
      select distinct on (stay.facility_account_id, stay.code_space, n.code) stay.account_id, stay.id, n.code
      from unnest(${stays.map((one) => one.reservationId)}::bigint[], ${stays.map((one) => one.code)}::text[]) n (reservation_id, code)
      join stay_reservations reservation on reservation.account_id = ${accountId} and reservation.id = n.reservation_id
      join stay_transactions stay on stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id
      where stay.transaction_code = concat(n.code, '/', reservation.original_reservation_code)
        and not exists (select from stay_transactions other_stay where other_stay.account_id = stay.account_id
          and other_stay.facility_account_id = stay.facility_account_id and other_stay.code_space = stay.code_space
          and other_stay.transaction_code = n.code)
      order by stay.facility_account_id, stay.code_space, n.code, reservation.original_reservation_code collate "C") n
    where stay.account_id = n.account_id and stay.id = n.id`;
}

/** Reservations that named one import name another one, which told them again. */
export async function nameImport(
  tx: Tx,
  accountId: number,
  { from, reservations }: { from: number; reservations: readonly { id: number; to: number }[] },
): Promise<void> {
  if (reservations.length === 0) return;
  await tx.run`with n as materialized (select ${accountId}::bigint as account_id, m.*
      from unnest(${reservations.map((one) => one.id)}::bigint[], ${reservations.map((one) => one.to)}::bigint[]) m (id, later))
    update stay_reservations reservation set import_batch_id = n.later from n
    where reservation.account_id = n.account_id and reservation.id = n.id and reservation.import_batch_id = ${from}`;
}

/**
 * Puts back since when guests are known at the facility; null: they were not. What other reservations tell stays. Nothing but the guest
 * may narrow a guest's reservations: with the facility beside it, or asked for the first day alone, the planner walks all days of the
 * account for each guest. Returns those whom other reservations knew to be there as early.
 */
export async function takeBackSeen(
  tx: Tx,
  place: { accountId: number; facilityId: number },
  seen: readonly { customerId: number; on: string | null }[],
): Promise<number[]> {
  if (seen.length === 0) return [];
  const earlier = await tx.all<{ id: number }>`
    with known as materialized (
      select ${place.accountId}::bigint as account_id, u.*
      from unnest(${seen.map((one) => one.customerId)}::bigint[], ${seen.map((one) => one.on)}::date[]) u (customer_id, seen_on)
    ), n as materialized (
      select u.account_id, u.customer_id, u.seen_on as was,
        least(u.seen_on, min(reservation.check_in_date) filter (where reservation.facility_account_id = ${place.facilityId})) as seen_on
      from known u left join stay_reservations reservation on reservation.account_id = u.account_id
        and reservation.customer_id = u.customer_id
      group by u.account_id, u.customer_id, u.seen_on
    ), gone as (
      delete from customer_facilities customer_facility using n where n.seen_on is null and customer_facility.account_id = n.account_id
        and customer_facility.facility_account_id = ${place.facilityId} and customer_facility.customer_id = n.customer_id
    ), put_back as (
      update customer_facilities customer_facility set first_seen_on = n.seen_on from n
      where n.seen_on is not null and customer_facility.account_id = n.account_id
        and customer_facility.facility_account_id = ${place.facilityId}
        and customer_facility.customer_id = n.customer_id
    )
    select customer_id as id from n where seen_on is distinct from was`;
  return earlier.map((row) => row.id);
}
