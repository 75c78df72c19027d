import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { followFirstRoom, roomReportedAgain } from "./save-rooms.ts";
import type { ReservationWork, SaveContext, Staged } from "./stage-reservations.ts";
import {
  columnList,
  GUEST_COLUMNS,
  RARE_RESERVATION_COLUMNS,
  RARE_STAY_COLUMNS,
  RESERVATION_COLUMNS,
  STAY_COLUMNS,
  STAY_GUEST_COLUMNS,
  setAs,
} from "./stay-columns.ts";
import { countReservations } from "./totals.ts";

/** Columns of a reservation that every report overwrites. */
const PLAIN = ["customer_id", ...RESERVATION_COLUMNS] as const satisfies readonly (keyof ReservationWork)[];
const PLAIN_LIST = columnList(PLAIN);
const PLAIN_SET = setAs(PLAIN, "work");
const RARE_COLUMNS = RARE_RESERVATION_COLUMNS satisfies Partial<Record<keyof ReservationWork, string>>;
const RARE_OF_STAY = RARE_STAY_COLUMNS satisfies Partial<Record<keyof ReservationWork, string>>;
const reportedOr = (columns: object) =>
  sql.raw(
    Object.entries(columns)
      .map(([name, unsaid]) => `coalesce(${name}, ${unsaid})`)
      .join(", "),
  );
const reportedOrStored = (columns: readonly string[], table: string) =>
  sql.raw(columns.map((name) => `${name} = coalesce(work.${name}, ${table}.${name})`).join(", "));
/** What the specification calls the system of these codes. */
const SYSTEM = sql`case code_space when 'dynalution' then 'DYN_DI' else 'NONE' end`;

/** What only the guest's row keeps of a guest who waits stays while nobody else is named. */
const WAITING_DETAILS = sql`case when excluded.customer_id is null and guest.name = excluded.name and guest.waiting_details is not null
    then guest.waiting_details || coalesce(excluded.waiting_details, '{}')
  else excluded.waiting_details end`;

/** A guest's column among those of the work: the telephone number is the reservation's own. */
const asWorked = (name: (typeof GUEST_COLUMNS)[number]): keyof ReservationWork =>
  name === "tel" ? "tel" : `guest_${name}`;

// New rows are inserted without an upsert: looking for a conflict costs the database a third of writing the row.
const guestsWhere = (
  condition: string,
  userId: number | null,
) => sql`insert into stay_reservation_customers as guest (account_id, stay_reservation_id, customer_id, guest_type,
    ${columnList(GUEST_COLUMNS)}, waiting_reason, waiting_details, created_by, updated_by)
  select account_id, reservation_id, customer_id, 'representative', ${columnList(GUEST_COLUMNS.map(asWorked))},
    waiting_reason, waiting_details, ${userId}::bigint, ${userId}::bigint
  from import_work
  where ${sql.raw(condition)}
  order by reservation_id`;
const stayGuestsWhere = (condition: string, userId: number | null) => sql`insert into stay_customers as stay_guest
    (account_id, stay_transaction_id, customer_id, guest_type, ${columnList(STAY_GUEST_COLUMNS)}, created_by, updated_by)
  select account_id, stay_id, customer_id, 'representative', ${columnList(STAY_GUEST_COLUMNS.map(asWorked))}, ${userId}::bigint,
    ${userId}::bigint
  from import_work
  where ${sql.raw(condition)}
  order by stay_id`;
const roomsWhere = (
  condition: string,
  userId: number | null,
) => sql`insert into stay_rooms as room (account_id, stay_reservation_id, stay_transaction_id, seq, stay_start_date, stay_end_date,
    adult_count, child_count, room_type, room_code, created_by, updated_by)
  select account_id, reservation_id, case when has_stay then stay_id end, 1, check_in_date, check_out_date, adult_count, child_count,
    room_type, room_code, ${userId}::bigint, ${userId}::bigint
  from import_work
  where ${sql.raw(condition)}
  order by reservation_id`;

/**
 * Reservations, their guest, and where the customer has been, of the staged work (import_work). Counts move by the difference, and are
 * taken first: they read what is stored. What the batch makes is written before what it changes.
 */
export async function saveReservations(tx: Tx, ctx: SaveContext, staged: Staged): Promise<void> {
  await moveCounts(tx, ctx.accountId);
  await insertReservations(tx, ctx);
  await tx.run`${guestsWhere("is_new", ctx.userId)}`;
  if (staged.known) {
    await updateReservations(tx, ctx);
    await saveKnownGuests(tx, ctx.userId);
  }
  await noteSeenOfMade(tx, ctx.facilityId);
  await noteSeen(tx, ctx.facilityId);
}

/** Of a customer whom the batch makes the totals are there already. */
function moveCounts(tx: Tx, accountId: number): Promise<void> {
  return countReservations(tx, accountId, {
    before: sql`select reservation.customer_id, reservation.cancel_date is not null, reservation.is_no_show
      from stay_reservations reservation
      join import_work work on work.account_id = reservation.account_id and work.reservation_id = reservation.id
      where not work.is_new and reservation.linked_to_id is null`,
    // Another report of the same stay is counted already.
    after: sql`select work.customer_id, work.cancel_date is not null, work.is_no_show
      from import_work work
      where not (work.is_new and work.guest_is_new)
        and (work.is_new
          or not exists (select from stay_reservations reservation
            where reservation.account_id = work.account_id and reservation.id = work.reservation_id
              and reservation.linked_to_id is not null))`,
  });
}

async function insertReservations(tx: Tx, { facilityId, userId, importBatchId }: SaveContext): Promise<void> {
  await tx.run`insert into stay_reservations (account_id, id, facility_account_id, code_space, reservation_system,
      original_reservation_code, ${PLAIN_LIST}, ${columnList(Object.keys(RARE_COLUMNS))}, import_batch_id, created_by, updated_by)
      overriding system value
    select account_id, reservation_id, ${facilityId}::bigint, code_space, ${SYSTEM}, original_reservation_code, ${PLAIN_LIST},
      ${reportedOr(RARE_COLUMNS)}, ${importBatchId}::bigint, ${userId}::bigint, ${userId}::bigint
    from import_work
    where is_new
    order by reservation_id`;
}

async function updateReservations(tx: Tx, { userId, importBatchId }: SaveContext): Promise<void> {
  await tx.run`update stay_reservations reservation
    set ${PLAIN_SET}, ${reportedOrStored(Object.keys(RARE_COLUMNS), "reservation")}, import_batch_id = ${importBatchId},
      active_status = 'active',
      version = reservation.version + 1, updated_by = ${userId}, updated_at = now()
    from import_work work
    where reservation.account_id = work.account_id and reservation.id = work.reservation_id and not work.is_new`;
}

async function saveKnownGuests(tx: Tx, userId: number | null): Promise<void> {
  await tx.run`${guestsWhere("not is_new", userId)}
    on conflict (account_id, stay_reservation_id) where guest_type = 'representative' do update
    set customer_id = excluded.customer_id, ${setAs(GUEST_COLUMNS, "excluded")}, waiting_reason = excluded.waiting_reason,
      waiting_details = ${WAITING_DETAILS}, updated_by = excluded.updated_by, updated_at = now()
    where (guest.customer_id, ${columnList(GUEST_COLUMNS, "guest")}, guest.waiting_reason, guest.waiting_details) is distinct from
      (excluded.customer_id, ${columnList(GUEST_COLUMNS, "excluded")}, excluded.waiting_reason, ${WAITING_DETAILS})`;
}

/** Customers whom the batch makes were nowhere before. */
async function noteSeenOfMade(tx: Tx, facilityId: number): Promise<void> {
  await tx.run`insert into customer_facilities (account_id, facility_account_id, customer_id, first_seen_on)
    select account_id, ${facilityId}::bigint, customer_id, min(check_in_date)
    from import_work
    where guest_is_new
    group by account_id, customer_id
    order by customer_id`;
}

/** The others: the earlier of the days counts. */
async function noteSeen(tx: Tx, facilityId: number): Promise<void> {
  await tx.run`insert into customer_facilities as customer_facility (account_id, facility_account_id, customer_id, first_seen_on)
    select seen.account_id, ${facilityId}::bigint, seen.customer_id, seen.first_on
    from (
      select account_id, customer_id, min(check_in_date) as first_on
      from import_work
      where customer_id is not null and not guest_is_new
      group by account_id, customer_id
    ) seen
    -- A conflict locks the row even where nothing changes.
    where (select stored_customer_facility.first_seen_on <= seen.first_on
      from customer_facilities stored_customer_facility
      where stored_customer_facility.account_id = seen.account_id and stored_customer_facility.facility_account_id = ${facilityId}
        and stored_customer_facility.customer_id = seen.customer_id) is not true
    order by seen.customer_id
    on conflict (account_id, facility_account_id, customer_id) do update
    set first_seen_on = excluded.first_seen_on
    where excluded.first_seen_on < customer_facility.first_seen_on`;
}

/** Confirmed stays with their guest, and then the rooms, which name the stay they were used in. */
export async function saveStays(tx: Tx, ctx: SaveContext, staged: Staged): Promise<void> {
  const { userId } = ctx;
  if (staged.newStays) {
    await insertStays(tx, ctx);
    await tx.run`${stayGuestsWhere("is_new_stay", userId)}`;
  }
  if (staged.knownStays) {
    await updateStays(tx, ctx);
    await saveKnownStayGuests(tx, userId);
  }
  await tx.run`${roomsWhere("is_new", userId)}`;
  if (staged.known) {
    await tx.run`${roomsWhere("not is_new", userId)} ${roomReportedAgain}`;
    await followFirstRoom(tx, userId);
  }
}

async function insertStays(tx: Tx, { facilityId, userId, importBatchId }: SaveContext): Promise<void> {
  await tx.run`insert into stay_transactions (account_id, id, facility_account_id, stay_reservation_id, customer_id, code_space,
      transaction_code, ${columnList(Object.keys(RARE_OF_STAY))}, confirmed_date, use_price, payment_price, check_in_date, check_out_date,
      source_updated_at, content_hash, import_batch_id, created_by, updated_by) overriding system value
    select account_id, stay_id, ${facilityId}::bigint, reservation_id, customer_id, code_space, transaction_code,
      ${reportedOr(RARE_OF_STAY)},
      confirmed_date, use_price, payment_price, check_in_date, check_out_date, stay_updated_at, content_hash, ${importBatchId}::bigint,
      ${userId}::bigint, ${userId}::bigint
    from import_work
    where is_new_stay
    order by stay_id`;
}

/** A stay that is no longer told of is reversed, and stands again when it is. */
async function updateStays(tx: Tx, { userId, importBatchId }: SaveContext): Promise<void> {
  await tx.run`update stay_transactions stay
    set customer_id = work.customer_id, transaction_code = coalesce(work.transaction_code, stay.transaction_code),
      check_in_date = work.check_in_date, check_out_date = work.check_out_date,
      ${reportedOrStored([...STAY_COLUMNS, ...Object.keys(RARE_OF_STAY)], "stay")},
      source_updated_at = coalesce(work.stay_updated_at, stay.source_updated_at), content_hash = work.content_hash,
      import_batch_id = ${importBatchId}, reversed_at = case when work.has_stay then null else coalesce(stay.reversed_at, now()) end,
      is_reported_elsewhere = false, version = stay.version + 1, updated_by = ${userId}, updated_at = now()
    from import_work work
    where stay.account_id = work.account_id and stay.id = work.stay_id and not work.is_new_stay`;
}

async function saveKnownStayGuests(tx: Tx, userId: number | null): Promise<void> {
  await tx.run`${stayGuestsWhere("has_stay and not is_new_stay", userId)}
    on conflict (account_id, stay_transaction_id) where guest_type = 'representative' do update
    set customer_id = excluded.customer_id, ${setAs(STAY_GUEST_COLUMNS, "excluded")}, updated_by = excluded.updated_by, updated_at = now()
    where (stay_guest.customer_id, ${columnList(STAY_GUEST_COLUMNS, "stay_guest")}) is distinct from
      (excluded.customer_id, ${columnList(STAY_GUEST_COLUMNS, "excluded")})`;
}
