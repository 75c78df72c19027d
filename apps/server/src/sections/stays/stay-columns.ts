import { sql } from "kysely";

/** Columns that every report of a reservation fills, beside those of its guest. */
export const RESERVATION_COLUMNS = [
  "reservation_system_name",
  "account_booking_channel_id",
  "plan_code",
  "reserved_price",
  "reserved_payment_price",
  "reserved_date",
  "check_in_date",
  "check_out_date",
  "tel",
  "reservation_status",
  "cancel_date",
  "is_no_show",
  "group_type",
  "language_code",
  "source_updated_at",
  "report_times",
  "content_hash",
] as const;
/** What few systems say of a reservation, with what stands there while nobody has said it (SQL). */
export const RARE_RESERVATION_COLUMNS = {
  reservation_system_virtual: "''",
  reservation_system_code: "''",
  reserved_min_room_count: "1",
} as const;
/** Columns that a report of a stay fills; a later report only those that it holds. */
export const STAY_COLUMNS = ["confirmed_date", "use_price", "payment_price"] as const;
export const RARE_STAY_COLUMNS = {
  use_price_detail: "'[]'",
  is_online_check_in: "false",
  is_online_check_out: "false",
} as const;
export const GUEST_COLUMNS = ["name", "name_kana", "email", "tel", "birthday", "gender"] as const;
export const STAY_GUEST_COLUMNS = ["name", "name_kana"] as const;
export const ROOM_COLUMNS = [
  "stay_transaction_id",
  "stay_start_date",
  "stay_end_date",
  "adult_count",
  "child_count",
  "room_type",
  "room_code",
] as const;

/** SQL: these columns, of `from` where one is given. */
export const columnList = (names: readonly string[], from?: string) =>
  sql.raw(names.map((name) => (from ? `${from}.${name}` : name)).join(", "));
/** SQL of an update: these columns as `from` has them. */
export const setAs = (names: readonly string[], from: string) =>
  sql.raw(names.map((name) => `${name} = ${from}.${name}`).join(", "));

/** What undoing an import makes of what a column says (docs/adr/0111). A column without a decision fails checks/undo.test.ts. */
export type UndoDecision =
  /** Stands again as it stood before the import. */
  | "put_back"
  /** Follows whose the reservation is again: of guests who became one meanwhile, who lives on. */
  | "owner"
  /** Worked out anew from what stands again. */
  | "follows"
  /** Says that the undo changed the row. */
  | "stamped"
  /** Names the row, or is nothing that a file's line writes. */
  | "kept";

const ROW = { account_id: "kept", id: "kept", created_by: "kept", created_at: "kept" } as const;
const STAMP = { updated_by: "stamped", updated_at: "stamped" } as const;
const putBack = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, "put_back" as const]));

export const UNDO_DECISIONS = {
  stay_reservations: {
    ...ROW,
    ...STAMP,
    version: "stamped",
    ...putBack([...RESERVATION_COLUMNS, ...Object.keys(RARE_RESERVATION_COLUMNS), "import_batch_id"]),
    customer_id: "owner",
    facility_account_id: "kept",
    reservation_system: "kept",
    code_space: "kept",
    original_reservation_code: "kept",
    check_in_day: "follows",
    check_out_day: "follows",
    stay_days: "follows",
    // By what the ledger holds; what staff excluded is theirs.
    grant_status: "follows",
    // By stays/join-reservations.ts.
    linked_to_id: "follows",
    // Images are of active rows alone; whose row goes becomes inactive.
    active_status: "kept",
    // Of the card that the guest fills in.
    registration_card_status: "kept",
    registration_card_url_params: "kept",
  },
  stay_reservation_customers: {
    ...ROW,
    ...STAMP,
    ...putBack(GUEST_COLUMNS),
    customer_id: "owner",
    // Nobody waits whom a customer is.
    waiting_reason: "owner",
    waiting_details: "owner",
    // Until when the register needs who was erased: an undo changes nothing of that.
    erase_on: "kept",
    stay_reservation_id: "kept",
    guest_type: "kept",
    active_status: "kept",
  },
  stay_rooms: {
    ...ROW,
    ...STAMP,
    ...putBack(ROOM_COLUMNS),
    stay_reservation_id: "kept",
    seq: "kept",
    active_status: "kept",
  },
  stay_transactions: {
    ...ROW,
    ...STAMP,
    version: "stamped",
    ...putBack([...STAY_COLUMNS, ...Object.keys(RARE_STAY_COLUMNS), "check_in_date", "check_out_date"]),
    ...putBack(["source_updated_at", "content_hash", "import_batch_id", "reversed_at", "is_reported_elsewhere"]),
    customer_id: "owner",
    // A folio that another stay has meanwhile is shared with it.
    transaction_code: "follows",
    facility_account_id: "kept",
    stay_reservation_id: "kept",
    code_space: "kept",
    active_status: "kept",
  },
  stay_customers: {
    ...ROW,
    ...STAMP,
    ...putBack(STAY_GUEST_COLUMNS),
    customer_id: "owner",
    stay_transaction_id: "kept",
    guest_type: "kept",
    active_status: "kept",
  },
} as const satisfies Record<string, Readonly<Record<string, UndoDecision>>>;

/** The columns that stand again as an image from before has them. */
export function columnsPutBack(table: keyof typeof UNDO_DECISIONS): string[] {
  return Object.entries<UndoDecision>(UNDO_DECISIONS[table]).flatMap(([name, decision]) =>
    decision === "put_back" ? [name] : [],
  );
}
