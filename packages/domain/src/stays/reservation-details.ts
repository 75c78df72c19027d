import { type CellReader, MAX_BOOKING_COUNT } from "./cell-reader.ts";
import { CONSENT_WORDS } from "./code-synonyms.ts";

/** What few systems say of a reservation and its stay; null = not said, so that what is stored stays. */
export function readDetails(cells: CellReader) {
  return {
    reservation_system_virtual: cells.text("reservation_system_virtual"),
    reservation_system_code: cells.codeText("reservation_system_code"),
    reservation_system_name: cells.text("reservation_system_name"),
    reserved_payment_price: cells.price("reserved_payment_price"),
    reserved_min_room_count: cells.count("reserved_min_room_count", MAX_BOOKING_COUNT),
    is_online_check_in: cells.code("is_online_check_in", CONSENT_WORDS) ?? null,
    is_online_check_out: cells.code("is_online_check_out", CONSENT_WORDS) ?? null,
  };
}
