import { type CellReader, MAX_COUNT } from "./cell-reader.ts";
import { CONSENT_WORDS } from "./code-synonyms.ts";
import type { RawReservation } from "./reservation-row.ts";

/** What few systems say of a reservation and its stay; null = not said, so that what is stored stays. */
export type ReservationDetails = {
  reservation_system_virtual: string | null;
  reservation_system_code: string | null;
  reservation_system_name: string | null;
  reserved_payment_price: number | null;
  reserved_min_room_count: number | null;
  is_online_check_in: boolean | null;
  is_online_check_out: boolean | null;
};

export const NO_DETAILS: ReservationDetails = {
  reservation_system_virtual: null,
  reservation_system_code: null,
  reservation_system_name: null,
  reserved_payment_price: null,
  reserved_min_room_count: null,
  is_online_check_in: null,
  is_online_check_out: null,
};

/** What stands where nobody has said it. */
const BLANK = {
  reservation_system_virtual: "",
  reservation_system_code: "",
  reserved_min_room_count: 1,
  is_online_check_in: false,
  is_online_check_out: false,
} as const satisfies Partial<ReservationDetails>;

export function readDetails(cells: CellReader): ReservationDetails {
  return {
    reservation_system_virtual: cells.text("reservation_system_virtual"),
    reservation_system_code: cells.text("reservation_system_code"),
    reservation_system_name: cells.text("reservation_system_name"),
    reserved_payment_price: cells.price("reserved_payment_price"),
    reserved_min_room_count: cells.count("reserved_min_room_count", MAX_COUNT),
    is_online_check_in: cells.code("is_online_check_in", CONSENT_WORDS) ?? null,
    is_online_check_out: cells.code("is_online_check_out", CONSENT_WORDS) ?? null,
  };
}

/** The same where blank cells are to empty what is stored: those of columns that the file has. */
export function withBlanks(details: ReservationDetails, raw: RawReservation): ReservationDetails {
  const emptied = Object.entries(BLANK).filter(
    ([field]) => raw[field as keyof typeof BLANK] !== undefined && details[field as keyof typeof BLANK] === null,
  );
  return { ...details, ...Object.fromEntries(emptied) };
}
