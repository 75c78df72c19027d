import { setImmediate } from "node:timers/promises";
import type { CodeSpace } from "@okaeri/domain/enumerations";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { type CopyValue, copyLines, copyPieces } from "../../database/copy-rows.ts";

export type SaveContext = { accountId: number; facilityId: number; userId: number | null; importBatchId: number };

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
  /** Null in the amounts and numbers of guests: not reported, and stored as that. */
  reserved_price: number | null;
  reserved_payment_price: number | null;
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
  /** JSON (domain/stays/report-times.ts). */
  report_times: string | null;
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
  adult_count: number | null;
  child_count: number | null;
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
  report_times: "jsonb",
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
 * Brings the rows to the database, into a temporary table that the statements of save-reservations.ts read. Each row names its account: what is
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
