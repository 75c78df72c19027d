import type { CalendarDate } from "../calendar-date.ts";
import type { ImportState } from "./code-synonyms.ts";
import { reportedOfGuest } from "./guest-digest.ts";
import {
  isDigested,
  type Reported,
  type ReportedField,
  STAY_FIELDS,
  sourceTimeOf,
  stateOf,
  timeOf,
  UNTIMED,
  type Values,
} from "./reported.ts";
import type { ReservationRow } from "./reservation-row.ts";

/**
 * Which report each field comes from, where the columns of a reservation and its stay do not show it. A column with the default value was
 * reported by nobody; any other was reported at its own source time, the reservation's or the stay's. Only exceptions are stored here, so
 * that a booking that came once stores next to nothing.
 */
export type ReportTimes = {
  /** Fields by the time of their word; `SAID`: at their own source time, though it does not show; `UNSAID`: by nobody, though it looks so. */
  at?: Record<string, ReportedField[]>;
  /** Words that no column shows: of a stay that does not count, a day of a cancellation that does not either, blanks that are answers. */
  retained?: { [F in ReportedField]?: Values[F] | null };
  other_guest?: string;
};
const OWN_TIME = "=";
const NOT_REPORTED = "-";

/** A reservation as its columns show it. */
export type StoredColumns = Pick<
  ReservationRow,
  | "reservation_code"
  | "reservation_status"
  | "group_type"
  | "language_code"
  | "reserved_date"
  | "check_in_date"
  | "check_out_date"
  | "cancel_date"
  | "guest_name_kana"
  | "source_updated_at"
> & {
  state: ImportState;
  reserved_price: number | null;
  reserved_payment_price: number | null;
  plan_code: string;
  room_type: string;
  room_code: string;
  adult_count: number | null;
  child_count: number | null;
  booking_channel: string;
  reservation_system_virtual: string;
  reservation_system_code: string;
  reserved_min_room_count: number;
  guest_name: string | null;
  guest_email: string | null;
  guest_tel: string | null;
  guest_birthday: CalendarDate | null;
  guest_gender: Values["gender"] | null;
  report_times: ReportTimes | null;
  /** What lines said of the guest (guest-digest.ts); null where none was noted. */
  digest: string | null;
  /** Null where none counts. */
  stay: StoredStay | null;
};
export type StoredStay = {
  transaction_code: string;
  confirmed_date: CalendarDate;
  use_price: number;
  payment_price: number;
  use_price_detail: Values["use_price_detail"];
  is_online_check_in: boolean;
  is_online_check_out: boolean;
  source_updated_at: string | null;
};

/** What stands in columns of which nobody has said anything; empty in all others. */
const UNREPORTED: { [F in ReportedField]?: Values[F] } = {
  state: "reserved",
  reservation_status: "reserved",
  group_type: "individual",
  language_code: "ja",
  reserved_min_room_count: 1,
  is_online_check_in: false,
  is_online_check_out: false,
};
/** Fields of which the columns of the reservation alone say nothing. */
const HIDDEN: ReadonlySet<ReportedField> = new Set(["rooms", "companions", "linkage_dynalution", "linkage_s4"]);
const OF_STAY: ReadonlySet<ReportedField> = new Set(STAY_FIELDS);
/** In this order: a payment is seen beside the price that is shown, and the price beside a payment that was told. */
const DERIVED: readonly ReportedField[] = ["payment_price", "use_price", "transaction_code", "confirmed_date"];

type Shown = { reported: Reported["values"]; isStay: boolean; isCancelled: boolean; code: string };

/** Whether the column of a field looks as if nobody had said it. */
function looksUnreported(
  field: ReportedField,
  value: unknown,
  { reported, isStay, isCancelled, code }: Shown,
): boolean {
  if (value === null || HIDDEN.has(field) || (!isStay && OF_STAY.has(field))) return true;
  if (field === "state") return isStay || value === "reserved";
  if (field === "cancel_date") return !isCancelled;
  if (field === "payment_price") return value === reported.use_price;
  if (field === "use_price") return value === (reported.payment_price ?? reported.reserved_price);
  if (field === "transaction_code") return value === code;
  if (field === "confirmed_date") return value === reported.check_out_date;
  if (value === "" || (Array.isArray(value) && value.length === 0)) return true;
  return value === UNREPORTED[field];
}

const baseOf = (field: ReportedField, reservationAt: string | null, stayAt: string | null) =>
  (OF_STAY.has(field) ? stayAt : reservationAt) ?? UNTIMED;

/** What to keep beside the columns of this row; null: nothing. */
export function reportTimesOf(reported: Reported, row: ReservationRow): ReportTimes | null {
  const { values } = reported;
  const isStay = stateOf(reported) === "stayed";
  const shown: Shown = {
    // The price as it will be shown.
    reported: { ...values, use_price: row.use_price, check_out_date: row.check_out_date },
    isStay,
    isCancelled: row.state === "cancelled",
    code: row.reservation_code,
  };
  const at: Record<string, ReportedField[]> = {};
  const retained: Record<string, unknown> = {};
  const note = (key: string, field: ReportedField) => {
    const noted = at[key];
    if (noted) noted.push(field);
    else at[key] = [field];
  };
  for (const field of Object.keys(values) as ReportedField[]) {
    const value = values[field];
    // A stay that took place has outdone it.
    if (field === "state" && isStay && value && value !== "reserved") continue;
    const hasWholeTexts = isStay ? field === "cancel_date" : OF_STAY.has(field) && field !== "stayed";
    if (hasWholeTexts || value === null || (field === "cancel_date" && !shown.isCancelled)) retained[field] = value;
    const time = timeOf(reported, field);
    const base = baseOf(field, row.source_updated_at, isStay ? row.stay_updated_at : null);
    if (time !== base) note(time, field);
    else if (isDigested(value) && value.digits !== "") continue;
    else if (looksUnreported(field, value, shown)) note(OWN_TIME, field);
  }
  if (row.state === "cancelled" && values.cancel_date === undefined) note(NOT_REPORTED, "cancel_date");
  const reportTimes: ReportTimes = {
    ...(Object.keys(at).length > 0 ? { at } : {}),
    ...(Object.keys(retained).length > 0 ? { retained } : {}),
    ...(reported.otherGuestAt === "" ? {} : { other_guest: reported.otherGuestAt }),
  };
  return Object.keys(reportTimes).length > 0 ? reportTimes : null;
}

/** When a word of the reservation itself was said that its column shows; null: without a time. */
export function reportTime(
  reportTimes: ReportTimes | null,
  field: ReportedField,
  sourceTime: string | null,
): string | null {
  const key = Object.entries(reportTimes?.at ?? {}).find(([, fields]) => fields.includes(field))?.[0];
  return key === undefined || key === OWN_TIME ? sourceTime : sourceTimeOf(key);
}

/** What was told of a stored reservation. */
export function reportedOfStored(stored: StoredColumns): Reported {
  const { stay, report_times } = stored;
  const code = stored.reservation_code;
  const columns: { [F in ReportedField]?: unknown } = {
    state: stored.state === "stayed" ? "reserved" : stored.state,
    cancel_date: stored.cancel_date,
    reservation_status: stored.reservation_status,
    group_type: stored.group_type,
    language_code: stored.language_code,
    reserved_date: stored.reserved_date,
    check_in_date: stored.check_in_date,
    check_out_date: stored.check_out_date,
    reserved_price: stored.reserved_price,
    reserved_payment_price: stored.reserved_payment_price,
    plan_code: stored.plan_code,
    room_type: stored.room_type,
    room_code: stored.room_code,
    adult_count: stored.adult_count,
    child_count: stored.child_count,
    booking_channel: stored.booking_channel,
    reservation_system_virtual: stored.reservation_system_virtual,
    reservation_system_code: stored.reservation_system_code,
    reserved_min_room_count: stored.reserved_min_room_count,
    guest_name: stored.guest_name,
    guest_name_kana: stored.guest_name_kana,
    email: stored.guest_email,
    tel: stored.guest_tel,
    birthday: stored.guest_birthday,
    gender: stored.guest_gender,
    ...(stay && {
      stayed: true,
      use_price: stay.use_price,
      payment_price: stay.payment_price,
      // Of a folio that covers several reservations (intake/reservation-work.ts).
      transaction_code: stay.transaction_code.endsWith(`/${code}`)
        ? stay.transaction_code.slice(0, -code.length - 1)
        : stay.transaction_code,
      confirmed_date: stay.confirmed_date,
      use_price_detail: stay.use_price_detail,
      is_online_check_in: stay.is_online_check_in,
      is_online_check_out: stay.is_online_check_out,
    }),
    ...report_times?.retained,
  };
  const keys = new Map<ReportedField, string>();
  for (const [key, fields] of Object.entries(report_times?.at ?? {})) for (const field of fields) keys.set(field, key);
  for (const [field, value] of Object.entries(reportedOfGuest(stored.digest ?? "")))
    columns[field as ReportedField] = value;
  for (const field of HIDDEN) if (keys.has(field)) columns[field] = { digits: "" };
  if (keys.has("stayed") && !stay && report_times?.retained?.stayed !== null) columns.stayed = true;

  const isCancelled = stored.state === "cancelled";
  const values: Record<string, unknown> = {};
  const times: Reported["times"] = {};
  const reservationAt = stored.source_updated_at;
  const shown: Shown = { reported: values, isStay: stay !== null, isCancelled, code };
  const read = (field: ReportedField) => {
    const key = keys.get(field);
    const value = columns[field];
    if (key === NOT_REPORTED || (key === undefined && (value === undefined || looksUnreported(field, value, shown))))
      return;
    values[field] = value === "" || value === undefined ? null : value;
    const base = baseOf(field, reservationAt, stay?.source_updated_at ?? null);
    const time = key === undefined || key === OWN_TIME ? base : key;
    if (time !== (reservationAt ?? UNTIMED)) times[field] = time;
  };
  const all = new Set([...(Object.keys(columns) as ReportedField[]), ...keys.keys()]);
  for (const field of all) if (!DERIVED.includes(field)) read(field);
  values.use_price = stay?.use_price;
  read("payment_price");
  delete values.use_price;
  for (const field of DERIVED.slice(1)) read(field);
  return {
    values: values as Reported["values"],
    at: reservationAt ?? UNTIMED,
    times,
    reservationAt: reservationAt,
    otherGuestAt: report_times?.other_guest ?? "",
  };
}
