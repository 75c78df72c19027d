import { setImmediate } from "node:timers/promises";
import type { CodeSpace } from "@okaeri/domain/enumerations";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { type CopyValue, copyLines, copyPieces } from "../../database/copy-rows.ts";
import { followFirstRoom, roomToldAgain } from "./save-rooms.ts";
import {
  GUEST_COLUMNS,
  listed,
  RARE_RESERVATION_COLUMNS,
  RARE_STAY_COLUMNS,
  RESERVATION_COLUMNS,
  STAY_COLUMNS,
  STAY_GUEST_COLUMNS,
  setAs,
} from "./stay-columns.ts";
import { countReservations } from "./totals.ts";

/** One reservation with its stay as it is to be stored. Ids are known already; `isNew` and `isNewStay` tell insert from update. */
export type ReservationWork = {
  account_id: number;
  reservation_id: number;
  is_new: boolean;
  /** Its guest is made by the same batch, with the totals of what the batch brings. */
  guest_is_new: boolean;
  code_space: CodeSpace;
  customer_id: number | null;
  /** Null in this and the other fields that few systems say: not said, so that what is stored stays. */
  reservation_system_virtual: string | null;
  reservation_system_code: string | null;
  reservation_system_name: string;
  account_booking_channel_id: number | null;
  original_reservation_code: string;
  plan_code: string;
  reserved_price: number;
  reserved_payment_price: number;
  reserved_min_room_count: number | null;
  reserved_date: string | null;
  check_in_date: string;
  check_out_date: string;
  tel: string | null;
  reservation_status: string;
  cancel_date: string | null;
  is_no_show: boolean;
  group_type: string;
  language_code: string;
  source_updated_at: string | null;
  stay_updated_at: string | null;
  /** JSON (domain/stays/said-at.ts). */
  said_at: string | null;
  /** As COPY reads bytea: \x and hex digits. */
  content_hash: string;
  guest_name: string;
  guest_name_kana: string | null;
  guest_email: string | null;
  guest_birthday: string | null;
  guest_gender: string | null;
  /** JSON; null for a guest who is a customer. */
  waiting_reason: string | null;
  waiting_details: string | null;
  adult_count: number;
  child_count: number;
  room_type: string;
  room_code: string;
  /** The confirmed stay; null when there is none and never was one. */
  stay_id: number | null;
  is_new_stay: boolean;
  has_stay: boolean;
  transaction_code: string | null;
  confirmed_date: string | null;
  use_price: number | null;
  payment_price: number | null;
  /** JSON. */
  use_price_detail: string | null;
  is_online_check_in: boolean | null;
  is_online_check_out: boolean | null;
};

const COLUMNS: Record<keyof ReservationWork, string> = {
  account_id: "bigint",
  reservation_id: "bigint",
  is_new: "boolean",
  guest_is_new: "boolean",
  code_space: "text",
  customer_id: "bigint",
  reservation_system_virtual: "text",
  reservation_system_code: "text",
  reservation_system_name: "text",
  account_booking_channel_id: "bigint",
  original_reservation_code: "text",
  plan_code: "text",
  reserved_price: "bigint",
  reserved_payment_price: "bigint",
  reserved_min_room_count: "integer",
  reserved_date: "date",
  check_in_date: "date",
  check_out_date: "date",
  tel: "text",
  reservation_status: "text",
  cancel_date: "date",
  is_no_show: "boolean",
  group_type: "text",
  language_code: "text",
  source_updated_at: "timestamptz",
  stay_updated_at: "timestamptz",
  said_at: "jsonb",
  content_hash: "bytea",
  guest_name: "text",
  guest_name_kana: "text",
  guest_email: "text",
  guest_birthday: "date",
  guest_gender: "text",
  waiting_reason: "text",
  waiting_details: "jsonb",
  adult_count: "integer",
  child_count: "integer",
  room_type: "text",
  room_code: "text",
  stay_id: "bigint",
  is_new_stay: "boolean",
  has_stay: "boolean",
  transaction_code: "text",
  confirmed_date: "date",
  use_price: "bigint",
  payment_price: "bigint",
  use_price_detail: "jsonb",
  is_online_check_in: "boolean",
  is_online_check_out: "boolean",
};
const NAMES = Object.keys(COLUMNS) as (keyof ReservationWork)[];

/** Which kinds of rows there are among the staged ones; of the others there is nothing to ask. */
export type Staged = { known: boolean; newStays: boolean; knownStays: boolean };
/** Rows as the database will get them. Columns of which no row says anything are not sent. */
export type ReadyWork = { columns: readonly (keyof ReservationWork)[]; pieces: readonly Buffer[]; staged: Staged };

/** Rows that are turned into bytes without a pause. */
const PIECE_ROWS = 250;

/** Asks nobody, and stops between pieces, so that it can be done while the database is busy with something else. */
export async function readyWork(work: readonly ReservationWork[]): Promise<ReadyWork> {
  const columns = NAMES.filter((name) => work.some((row) => row[name] !== null));
  const pieces: Buffer[] = [];
  for (let from = 0; from < work.length; from += PIECE_ROWS) {
    await setImmediate();
    pieces.push(copyLines(rowsOf(work.slice(from, from + PIECE_ROWS), columns)));
  }
  const staged = {
    known: work.some((row) => !row.is_new),
    newStays: work.some((row) => row.is_new_stay),
    knownStays: work.some((row) => row.stay_id !== null && !row.is_new_stay),
  };
  return { columns, pieces, staged };
}

/**
 * Brings the rows to the database, into a temporary table that the statements below read. Each row names its account: what is
 * joined takes it from there (see database/given-ids.ts).
 */
export async function stageReservations(tx: Tx, { columns, pieces }: ReadyWork): Promise<void> {
  const typed = NAMES.map((name) => `${name} ${COLUMNS[name]}`).join(", ");
  // What is tried out is written batch by batch in one transaction.
  await tx.run`drop table if exists import_work`;
  await tx.run`create temp table import_work (${sql.raw(typed)}) on commit drop`;
  await copyPieces(tx, "import_work", columns, pieces);
  await tx.run`analyze import_work (account_id, reservation_id, customer_id, stay_id, is_new, is_new_stay, has_stay)`;
}

function* rowsOf(work: readonly ReservationWork[], names: readonly (keyof ReservationWork)[]): Generator<CopyValue[]> {
  for (const row of work) yield names.map((name) => row[name]);
}

export type SaveRun = { accountId: number; facilityId: number; userId: number | null; importBatchId: number };

/** Columns of a reservation that every telling overwrites. */
const PLAIN = ["customer_id", ...RESERVATION_COLUMNS] as const satisfies readonly (keyof ReservationWork)[];
const PLAIN_LIST = listed(PLAIN);
const PLAIN_SET = setAs(PLAIN, "w");
const SAID = RARE_RESERVATION_COLUMNS satisfies Partial<Record<keyof ReservationWork, string>>;
const SAID_OF_STAY = RARE_STAY_COLUMNS satisfies Partial<Record<keyof ReservationWork, string>>;
const saidOr = (said: object) =>
  sql.raw(
    Object.entries(said)
      .map(([name, unsaid]) => `coalesce(${name}, ${unsaid})`)
      .join(", "),
  );
const saidOrKept = (said: readonly string[], table: string) =>
  sql.raw(said.map((name) => `${name} = coalesce(w.${name}, ${table}.${name})`).join(", "));
/** What the specification calls the system of these codes. */
const SYSTEM = sql`case code_space when 'dynalution' then 'DYN_DI' else 'NONE' end`;

/** What only the guest's row keeps of a guest who waits stays while nobody else is named. */
const WAITING_DETAILS = sql`case when excluded.customer_id is null and g.name = excluded.name and g.waiting_details is not null
  then g.waiting_details || coalesce(excluded.waiting_details, '{}') else excluded.waiting_details end`;

/** A guest's column among those of the work: the telephone number is the reservation's own. */
const asWorked = (name: (typeof GUEST_COLUMNS)[number]): keyof ReservationWork =>
  name === "tel" ? "tel" : `guest_${name}`;

// What is new is inserted without asking whether it is there: asking takes the database a third of writing the row.
const guestsWhere = (
  condition: string,
  userId: number | null,
) => sql`insert into stay_reservation_customers as g (account_id,
    stay_reservation_id, customer_id, guest_type, ${listed(GUEST_COLUMNS)}, waiting_reason, waiting_details, created_by,
    updated_by)
  select account_id, reservation_id, customer_id, 'representative', ${listed(GUEST_COLUMNS.map(asWorked))}, waiting_reason, waiting_details, ${userId}::bigint, ${userId}::bigint
  from import_work where ${sql.raw(condition)} order by reservation_id`;
const stayGuestsWhere = (
  condition: string,
  userId: number | null,
) => sql`insert into stay_customers as g (account_id, stay_transaction_id,
    customer_id, guest_type, ${listed(STAY_GUEST_COLUMNS)}, created_by, updated_by)
  select account_id, stay_id, customer_id, 'representative', ${listed(STAY_GUEST_COLUMNS.map(asWorked))}, ${userId}::bigint, ${userId}::bigint
  from import_work where ${sql.raw(condition)} order by stay_id`;
const roomsWhere = (
  condition: string,
  userId: number | null,
) => sql`insert into stay_rooms as m (account_id, stay_reservation_id,
    stay_transaction_id, seq, stay_start_date, stay_end_date, adult_count, child_count, room_type, room_code, created_by, updated_by)
  select account_id, reservation_id, case when has_stay then stay_id end, 1, check_in_date, check_out_date, adult_count,
    child_count, room_type, room_code, ${userId}::bigint, ${userId}::bigint
  from import_work where ${sql.raw(condition)} order by reservation_id`;

/** Reservations, their guest, and where the customer has been; counts move by the difference. */
export async function saveReservations(tx: Tx, run: SaveRun, staged: Staged): Promise<void> {
  const { accountId, facilityId, userId, importBatchId } = run;
  await countReservations(tx, accountId, {
    before: sql`select r.customer_id, r.cancel_date is not null, r.is_no_show from stay_reservations r
      join import_work w on w.account_id = r.account_id and w.reservation_id = r.id where not w.is_new and r.linked_to_id is null`,
    // Another telling of the same stay is counted already.
    after: sql`select w.customer_id, w.cancel_date is not null, w.is_no_show from import_work w
      where not (w.is_new and w.guest_is_new) and (w.is_new or not exists (
        select from stay_reservations r where r.account_id = w.account_id and r.id = w.reservation_id and r.linked_to_id is not null))`,
  });
  await tx.run`insert into stay_reservations (account_id, id, facility_account_id, code_space, reservation_system, original_reservation_code,
      ${PLAIN_LIST}, ${listed(Object.keys(SAID))}, import_batch_id, created_by, updated_by) overriding system value
    select account_id, reservation_id, ${facilityId}::bigint, code_space, ${SYSTEM}, original_reservation_code, ${PLAIN_LIST},
      ${saidOr(SAID)}, ${importBatchId}::bigint, ${userId}::bigint, ${userId}::bigint
    from import_work where is_new order by reservation_id`;
  await tx.run`${guestsWhere("is_new", userId)}`;
  if (staged.known) {
    await tx.run`update stay_reservations r set ${PLAIN_SET}, ${saidOrKept(Object.keys(SAID), "r")}, import_batch_id = ${importBatchId}, active_status = 'active',
        version = r.version + 1, updated_by = ${userId}, updated_at = now()
      from import_work w where r.account_id = w.account_id and r.id = w.reservation_id and not w.is_new`;
    await tx.run`${guestsWhere("not is_new", userId)}
      on conflict (account_id, stay_reservation_id) where guest_type = 'representative' do update
      set customer_id = excluded.customer_id, ${setAs(GUEST_COLUMNS, "excluded")}, waiting_reason = excluded.waiting_reason,
        waiting_details = ${WAITING_DETAILS}, updated_by = excluded.updated_by, updated_at = now()
      where (g.customer_id, ${listed(GUEST_COLUMNS, "g")}, g.waiting_reason, g.waiting_details) is distinct from
        (excluded.customer_id, ${listed(GUEST_COLUMNS, "excluded")}, excluded.waiting_reason, ${WAITING_DETAILS})`;
  }
  await tx.run`insert into customer_facilities (account_id, facility_account_id, customer_id, first_seen_on)
    select account_id, ${facilityId}::bigint, customer_id, min(check_in_date) from import_work
    where guest_is_new group by account_id, customer_id order by customer_id`;
  await tx.run`insert into customer_facilities as f (account_id, facility_account_id, customer_id, first_seen_on)
    select w.account_id, ${facilityId}::bigint, w.customer_id, w.first_on
    from (select account_id, customer_id, min(check_in_date) as first_on from import_work
      where customer_id is not null and not guest_is_new group by account_id, customer_id) w
    -- A conflict locks the row even where nothing changes.
    where (select f.first_seen_on <= w.first_on from customer_facilities f
      where f.account_id = w.account_id and f.facility_account_id = ${facilityId} and f.customer_id = w.customer_id) is not true
    order by w.customer_id
    on conflict (account_id, facility_account_id, customer_id) do update set first_seen_on = excluded.first_seen_on
    where excluded.first_seen_on < f.first_seen_on`;
}

/** Confirmed stays with their guest, and the rooms, which name the stay they were used in. */
export async function saveStays(tx: Tx, run: SaveRun, staged: Staged): Promise<void> {
  const { facilityId, userId, importBatchId } = run;
  if (staged.newStays) {
    await tx.run`insert into stay_transactions (account_id, id, facility_account_id, stay_reservation_id, customer_id, code_space, transaction_code,
        ${listed(Object.keys(SAID_OF_STAY))}, confirmed_date, use_price, payment_price, check_in_date, check_out_date, source_updated_at, content_hash,
        import_batch_id, created_by, updated_by) overriding system value
      select account_id, stay_id, ${facilityId}::bigint, reservation_id, customer_id, code_space, transaction_code,
        ${saidOr(SAID_OF_STAY)}, confirmed_date,
        use_price, payment_price, check_in_date, check_out_date, stay_updated_at, content_hash, ${importBatchId}::bigint,
        ${userId}::bigint, ${userId}::bigint
      from import_work where is_new_stay order by stay_id`;
    await tx.run`${stayGuestsWhere("is_new_stay", userId)}`;
  }
  if (staged.knownStays) {
    await tx.run`update stay_transactions s set customer_id = w.customer_id,
        transaction_code = coalesce(w.transaction_code, s.transaction_code),
        check_in_date = w.check_in_date,
        check_out_date = w.check_out_date, ${saidOrKept([...STAY_COLUMNS, ...Object.keys(SAID_OF_STAY)], "s")}, source_updated_at = coalesce(w.stay_updated_at, s.source_updated_at),
        content_hash = w.content_hash,
        import_batch_id = ${importBatchId}, reversed_at = case when w.has_stay then null else coalesce(s.reversed_at, now()) end,
        is_told_elsewhere = false,
        version = s.version + 1, updated_by = ${userId}, updated_at = now()
      from import_work w
      where s.account_id = w.account_id and s.id = w.stay_id and not w.is_new_stay`;
    await tx.run`${stayGuestsWhere("has_stay and not is_new_stay", userId)}
      on conflict (account_id, stay_transaction_id) where guest_type = 'representative' do update
      set customer_id = excluded.customer_id, ${setAs(STAY_GUEST_COLUMNS, "excluded")}, updated_by = excluded.updated_by, updated_at = now()
      where (g.customer_id, ${listed(STAY_GUEST_COLUMNS, "g")}) is distinct from
        (excluded.customer_id, ${listed(STAY_GUEST_COLUMNS, "excluded")})`;
  }
  await tx.run`${roomsWhere("is_new", userId)}`;
  if (staged.known) {
    await tx.run`${roomsWhere("not is_new", userId)} ${roomToldAgain}`;
    await followFirstRoom(tx, userId);
  }
}
