import type { CalendarDate } from "../calendar-date.ts";
import type { Gender, GroupType, LanguageCode, ReservationStatus } from "../enumerations.ts";
import type { ImportState } from "./code-synonyms.ts";
import type { DefaultedField, ReservationRow } from "./reservation-row.ts";

/** A reservation as it is stored, with its guest and its confirmed stay. */
export interface StoredReservation {
  state: ImportState;
  reservation_status: ReservationStatus;
  group_type: GroupType;
  language_code: LanguageCode;
  reserved_date: CalendarDate | null;
  check_in_date: CalendarDate;
  check_out_date: CalendarDate;
  cancel_date: CalendarDate | null;
  plan_code: string;
  reserved_price: number;
  reserved_payment_price: number;
  room_type: string;
  room_code: string;
  adult_count: number;
  child_count: number;
  booking_channel: string;
  guest_name: string | null;
  guest_name_kana: string | null;
  guest_email: string | null;
  guest_tel: string | null;
  guest_birthday: CalendarDate | null;
  guest_gender: Gender | null;
  /** ISO 8601 UTC. */
  source_updated_at: string | null;
  /** Null where none counts. */
  stay: StoredStay | null;
}

export interface StoredStay {
  transaction_code: string;
  confirmed_date: CalendarDate;
  use_price: number;
  payment_price: number;
  check_in_date: CalendarDate;
  check_out_date: CalendarDate;
}

/**
 * The row as it is to be stored: where the line says nothing, what is stored stays, unless blanks are to overwrite. A value that was
 * derived from another one (a price of the stay from the reserved price, a settling day from the check-out) follows what it was derived from.
 * Contact data stays only with a guest of the same name: of another guest the line tells all that is known. The day of a cancellation
 * that no line names is the day it was first told.
 */
export function keepStored(
  row: ReservationRow,
  unsaid: readonly DefaultedField[],
  stored: StoredReservation | null,
  rules: { today: CalendarDate; overwriteBlanks: boolean },
): ReservationRow {
  const cancelDate = (state: ImportState) =>
    state === "cancelled" ? (row.cancel_date ?? stored?.cancel_date ?? rules.today) : null;
  if (stored === null || rules.overwriteBlanks) return { ...row, cancel_date: cancelDate(row.state) };
  const said = (field: DefaultedField) => !unsaid.includes(field);
  const state = said("state") ? row.state : stored.state;
  const isSameGuest = row.guest_name === "" || row.guest_name === stored.guest_name;
  return {
    ...row,
    state,
    cancel_date: cancelDate(state),
    reservation_status: said("reservation_status") ? row.reservation_status : stored.reservation_status,
    group_type: said("group_type") ? row.group_type : stored.group_type,
    language_code: said("language_code") ? row.language_code : stored.language_code,
    reserved_date: row.reserved_date ?? stored.reserved_date,
    reserved_price: row.reserved_price ?? stored.reserved_price,
    plan_code: row.plan_code ?? stored.plan_code,
    room_type: row.room_type ?? stored.room_type,
    room_code: row.room_code ?? stored.room_code,
    adult_count: row.adult_count ?? stored.adult_count,
    child_count: row.child_count ?? stored.child_count,
    booking_channel: row.booking_channel ?? stored.booking_channel,
    source_updated_at: row.source_updated_at ?? stored.source_updated_at,
    guest_name: row.guest_name === "" ? (stored.guest_name ?? "") : row.guest_name,
    guest_name_kana: row.guest_name_kana ?? (isSameGuest ? stored.guest_name_kana : null),
    email: row.email ?? (isSameGuest ? stored.guest_email : null),
    tel: row.tel ?? (isSameGuest ? stored.guest_tel : null),
    ...keptStay(row, said, stored, state),
  };
}

function keptStay(
  row: ReservationRow,
  said: (field: DefaultedField) => boolean,
  stored: StoredReservation,
  state: ImportState,
): Pick<ReservationRow, "use_price" | "payment_price" | "transaction_code" | "confirmed_date"> {
  if (state !== "stayed") {
    const payment_price = row.payment_price ?? stored.reserved_payment_price;
    return { use_price: null, payment_price, transaction_code: null, confirmed_date: null };
  }
  const { stay } = stored;
  const price = row.payment_price ?? row.reserved_price;
  const wasDerived = stay?.use_price === stored.reserved_price && price !== null;
  const kept = stay === null || wasDerived ? null : stay.use_price;
  const use_price = said("use_price") ? row.use_price : (kept ?? price ?? stay?.use_price ?? stored.reserved_price);
  const paidOtherwise = stay !== null && stay.payment_price !== stay.use_price ? stay.payment_price : null;
  const settled = stay !== null && stay.confirmed_date !== stay.check_out_date ? stay.confirmed_date : null;
  return {
    use_price,
    payment_price: said("payment_price") ? row.payment_price : paidOtherwise,
    transaction_code: said("transaction_code")
      ? row.transaction_code
      : (stay?.transaction_code ?? row.reservation_code),
    confirmed_date: said("confirmed_date") ? row.confirmed_date : (settled ?? row.check_out_date),
  };
}

/** Whether storing the row would change what is stored. Birthday and gender that the row leaves out are kept by the guest. */
export function changesStored(row: ReservationRow, stored: StoredReservation): boolean {
  const { stay } = stored;
  const folio = row.transaction_code;
  return (
    row.state !== stored.state ||
    row.reservation_status !== stored.reservation_status ||
    row.group_type !== stored.group_type ||
    row.language_code !== stored.language_code ||
    row.reserved_date !== stored.reserved_date ||
    row.check_in_date !== stored.check_in_date ||
    row.check_out_date !== stored.check_out_date ||
    row.cancel_date !== stored.cancel_date ||
    (row.plan_code ?? "") !== stored.plan_code ||
    (row.reserved_price ?? 0) !== stored.reserved_price ||
    (row.room_type ?? "") !== stored.room_type ||
    (row.room_code ?? "") !== stored.room_code ||
    (row.adult_count ?? 0) !== stored.adult_count ||
    (row.child_count ?? 0) !== stored.child_count ||
    (row.booking_channel ?? "") !== stored.booking_channel ||
    row.guest_name !== stored.guest_name ||
    row.guest_name_kana !== stored.guest_name_kana ||
    row.source_updated_at !== stored.source_updated_at ||
    (row.group_type !== "group" && row.birthday !== null && row.birthday !== stored.guest_birthday) ||
    (row.group_type !== "group" && row.gender !== null && row.gender !== stored.guest_gender) ||
    (stay === null
      ? (row.payment_price ?? 0) !== stored.reserved_payment_price
      : row.use_price !== stay.use_price ||
        (row.payment_price ?? row.use_price) !== stay.payment_price ||
        row.confirmed_date !== stay.confirmed_date ||
        row.check_in_date !== stay.check_in_date ||
        row.check_out_date !== stay.check_out_date ||
        (stay.transaction_code !== folio && stay.transaction_code !== `${folio}/${row.reservation_code}`))
  );
}
