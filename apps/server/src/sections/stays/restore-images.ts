import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { restoreCodes } from "./restore-codes.ts";
import { roomReportedAgain } from "./save-rooms.ts";
import { columnList, columnsPutBack, ROOM_COLUMNS, setAs, type UNDO_DECISIONS } from "./stay-columns.ts";
import type { StayImage } from "./stay-images.ts";
import type { StayContext } from "./totals.ts";

/** A reservation as it is to stand again; null: it was not there. */
export type RestoredReservation = {
  id: number;
  image: StayImage | null;
  /** Whose it became by what is taken back; where that was nobody else, whoever has it now keeps it. */
  became: number | null;
};

/**
 * Writes the rows of reservations that were there before as their images have them. The reservation goes first: its guest and its stay
 * take their customer from it, and the stay's guest takes his from the stay.
 */
export async function restoreImages(tx: Tx, ctx: StayContext, rows: readonly RestoredReservation[]): Promise<void> {
  const there = rows.filter((row) => row.image !== null);
  if (there.length === 0) return;
  const { userId } = ctx;
  await stageImages(tx, ctx.accountId, there);
  await restoreReservations(tx, userId);
  await restoreGuests(tx, userId);
  await removeGuests(tx);
  await restoreFirstRooms(tx, userId);
  await removeFirstRooms(tx);
  await removeFurtherRooms(tx);
  await restoreFurtherRooms(tx, userId);
  await restoreStays(tx, userId);
  await restoreCodes(tx);
  await restoreStayGuests(tx, userId);
  await tx.run`drop table undo_images`;
}

/** undo_images: one row a reservation; `moved`: what is taken back gave it to another customer than `was`. */
async function stageImages(tx: Tx, accountId: number, rows: readonly RestoredReservation[]): Promise<void> {
  await tx.run`create temp table undo_images on commit drop as
    select ${accountId}::bigint as account_id, given.id, given.image,
      (given.image -> 'reservation' ->> 'customer_id')::bigint is distinct from given.became as moved,
      (given.image -> 'reservation' ->> 'customer_id')::bigint as was
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) given (id bigint, image jsonb, became bigint)`;
}

/** SQL: the images, and beside each the row `stood` of one table as it stood. */
const imagesWith = (part: string, table: keyof typeof UNDO_DECISIONS) =>
  sql`from undo_images undone
    cross join lateral jsonb_populate_record(null::${sql.table(table)}, undone.image -> ${sql.lit(part)}) stood`;
/** SQL of an update: the columns that the image decides. */
const restored = (table: keyof typeof UNDO_DECISIONS) => setAs(columnsPutBack(table), "stood");

/** Whose it was, or who has become one with him; where what is taken back gave it to nobody else, whoever has it now. */
const OWNER = sql`case when undone.moved
  then (select coalesce(customer.merged_into, customer.id)
    from customers customer
    where customer.account_id = undone.account_id and customer.id = undone.was)
  else reservation.customer_id end`;

async function restoreReservations(tx: Tx, userId: number | null): Promise<void> {
  await tx.run`update stay_reservations reservation
    set ${restored("stay_reservations")}, customer_id = ${OWNER}, version = reservation.version + 1, updated_by = ${userId},
      updated_at = now()
    ${imagesWith("reservation", "stay_reservations")}
    where reservation.account_id = undone.account_id and reservation.id = undone.id`;
}

/** Nobody waits whom a customer is. */
async function restoreGuests(tx: Tx, userId: number | null): Promise<void> {
  await tx.run`update stay_reservation_customers guest
    set ${restored("stay_reservation_customers")}, customer_id = reservation.customer_id,
      waiting_reason = case when reservation.customer_id is null then stood.waiting_reason end,
      waiting_details = case when reservation.customer_id is null then stood.waiting_details end, updated_by = ${userId}, updated_at = now()
    ${imagesWith("guest", "stay_reservation_customers")}
    join stay_reservations reservation on reservation.account_id = undone.account_id and reservation.id = undone.id
    where undone.image ->> 'guest' is not null and guest.account_id = undone.account_id and guest.stay_reservation_id = undone.id
      and guest.guest_type = 'representative'`;
}

async function removeGuests(tx: Tx): Promise<void> {
  await tx.run`delete from stay_reservation_customers guest
    using undo_images undone
    where undone.image ->> 'guest' is null and guest.account_id = undone.account_id and guest.stay_reservation_id = undone.id
      and guest.guest_type = 'representative'`;
}

async function restoreFirstRooms(tx: Tx, userId: number | null): Promise<void> {
  await tx.run`update stay_rooms room
    set ${restored("stay_rooms")}, updated_by = ${userId}, updated_at = now()
    ${imagesWith("room", "stay_rooms")}
    where undone.image ->> 'room' is not null and room.account_id = undone.account_id and room.stay_reservation_id = undone.id
      and room.seq = 1`;
}

async function removeFirstRooms(tx: Tx): Promise<void> {
  await tx.run`delete from stay_rooms room
    using undo_images undone
    where undone.image ->> 'room' is null and room.account_id = undone.account_id and room.stay_reservation_id = undone.id
      and room.seq = 1`;
}

/** Those behind the last one that the image has; an image without a list leaves them as they are. */
async function removeFurtherRooms(tx: Tx): Promise<void> {
  await tx.run`delete from stay_rooms room
    using undo_images undone
    where undone.image ? 'further_rooms' and room.account_id = undone.account_id and room.stay_reservation_id = undone.id
      and room.seq > 1 + jsonb_array_length(undone.image -> 'further_rooms')`;
}

async function restoreFurtherRooms(tx: Tx, userId: number | null): Promise<void> {
  await tx.run`insert into stay_rooms as room (account_id, stay_reservation_id, seq, ${columnList(ROOM_COLUMNS)}, created_by, updated_by)
    select undone.account_id, undone.id, stood.seq, ${columnList(ROOM_COLUMNS, "stood")}, ${userId}::bigint, ${userId}::bigint
    from undo_images undone
    cross join lateral jsonb_populate_recordset(null::stay_rooms, undone.image -> 'further_rooms') stood
    ${roomReportedAgain}`;
}

/** Under a code that nobody has: restoreCodes gives them theirs when all stand again. */
async function restoreStays(tx: Tx, userId: number | null): Promise<void> {
  await tx.run`update stay_transactions stay
    set ${restored("stay_transactions")}, customer_id = reservation.customer_id,
      transaction_code = concat('undo/', stay.stay_reservation_id), version = stay.version + 1, updated_by = ${userId}, updated_at = now()
    ${imagesWith("stay", "stay_transactions")}
    join stay_reservations reservation on reservation.account_id = undone.account_id and reservation.id = undone.id
    where undone.image ->> 'stay' is not null and stay.account_id = undone.account_id and stay.stay_reservation_id = undone.id`;
}

async function restoreStayGuests(tx: Tx, userId: number | null): Promise<void> {
  await tx.run`update stay_customers stay_guest
    set ${restored("stay_customers")}, customer_id = stay.customer_id, updated_by = ${userId}, updated_at = now()
    ${imagesWith("stay_guest", "stay_customers")}
    join stay_transactions stay on stay.account_id = undone.account_id and stay.stay_reservation_id = undone.id
    where undone.image ->> 'stay_guest' is not null and stay_guest.account_id = stay.account_id and stay_guest.stay_transaction_id = stay.id
      and stay_guest.guest_type = 'representative'`;
}
