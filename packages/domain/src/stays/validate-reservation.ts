import type { CalendarDate } from "../calendar-date.ts";
import { addDays, addMonths, calendarDate, daysBetween } from "../calendar-date.ts";
import { isShortenedNumber, normaliseMemberNumber } from "../codes.ts";
import { normaliseCountry } from "../customers/country-name.ts";
import { readPostcode } from "../customers/read-postcode.ts";
import { normaliseMailAddress } from "../mail-address.ts";
import { firstTelText, normaliseKana } from "../normalise.ts";
import { fitsForm } from "../typed-text.ts";
import { CellReader, MAX_BOOKING_COUNT } from "./cell-reader.ts";
import type { ImportState, StateSynonym } from "./code-synonyms.ts";
import {
  CONSENT_WORDS,
  GENDER_WORDS,
  GROUP_TYPE_WORDS,
  GUEST_TYPE_WORDS,
  LANGUAGE_WORDS,
  RESERVATION_STATUS_WORDS,
  STATE_WORDS,
} from "./code-synonyms.ts";
import type { ImportKind } from "./import-fields.ts";
import type { DateOrder } from "./read-date.ts";
import type { RejectionCode } from "./rejection-codes.ts";
import { type Reported, STAY_FIELDS, UNTIMED, type Values } from "./reported.ts";
import { readDetails } from "./reservation-details.ts";
import type { CustomerFileRow, RawReservation, Rejection, ReservationRow, WantedField } from "./reservation-row.ts";
import { settle } from "./settle.ts";

/** Longest stay, nights. */
export const MAX_NIGHTS = 365;
/** Days before this are typing errors. */
export const EARLIEST_DAY = calendarDate("1900-01-01");
/** A reservation further ahead than this is a typing error, months. */
export const FURTHEST_MONTHS = 120;

const isBlank = (cell: string | null | undefined) => cell === undefined || cell === null || cell.trim() === "";

/** How a line is to be read. `today` bounds what cannot have happened yet. */
export type ReadingRules = {
  today: CalendarDate;
  kind?: ImportKind;
  dateOrder?: DateOrder | null;
  /** What a line is of which nothing tells it; a reservation where nothing is said. */
  blankState?: StateSynonym | undefined;
  /** Blank and missing cells empty what is stored. */
  overwriteBlanks?: boolean;
};

/** What the line tells, the row that this comes to by itself, and what it calls its booking channel, the sender's own code first. */
export type ValidatedReservation =
  | { ok: true; row: ReservationRow; reported: Reported; channelNames: (string | null)[] }
  | { ok: false; rejections: Rejection[] };
export type ValidatedCustomer = { ok: true; row: CustomerFileRow } | { ok: false; rejections: Rejection[] };

interface StayDates {
  reserved_date: CalendarDate | null;
  check_in_date: CalendarDate | null;
  check_out_date: CalendarDate | null;
  cancel_date: CalendarDate | null;
  confirmed_date: CalendarDate | null;
  birthday: CalendarDate | null;
}

function readDates(cells: CellReader, raw: RawReservation): StayDates {
  const check_in_date = cells.date("check_in_date");
  const nights = isBlank(raw.nights) || !isBlank(raw.check_out_date) ? null : cells.count("nights", MAX_NIGHTS);
  const isWanting = nights === null && cells.rejections.every(({ field }) => field !== "nights");
  return {
    reserved_date: cells.date("reserved_date"),
    check_in_date,
    check_out_date: isWanting
      ? cells.date("check_out_date")
      : check_in_date === null || nights === null
        ? null
        : addDays(check_in_date, nights),
    cancel_date: cells.date("cancel_date"),
    confirmed_date: cells.date("confirmed_date"),
    birthday: cells.date("birthday"),
  };
}

function checkDates(cells: CellReader, dates: StayDates, today: CalendarDate): void {
  const last = addMonths(today, FURTHEST_MONTHS);
  for (const field of Object.keys(dates) as (keyof StayDates)[]) {
    const date = dates[field];
    if (date !== null && (date < EARLIEST_DAY || date > last)) cells.reject(field, "out_of_range");
  }
  const { check_in_date: checkIn, check_out_date: checkOut, reserved_date: reserved, birthday } = dates;
  if (birthday !== null && birthday > today) cells.reject("birthday", "in_future", today);
  if (checkIn === null || checkOut === null) return;
  // The same day is a day use and has 0 nights.
  if (checkOut < checkIn) cells.reject("check_out_date", "check_out_before_check_in", checkIn);
  else if (daysBetween(checkIn, checkOut) > MAX_NIGHTS)
    cells.reject("check_out_date", "too_many_nights", String(daysBetween(checkIn, checkOut)));
  else if (reserved !== null && reserved > checkOut)
    cells.reject("reserved_date", "reserved_after_check_out", checkOut);
}

// A file without a state column still shows the state: by a cancel day, or by the marks of a settled stay.
function readState(
  cells: CellReader,
  transactionCode: string | null,
  dates: StayDates,
  { today, blankState = "reserved" }: ReadingRules,
): ImportState {
  const synonym = cells.code("state", STATE_WORDS);
  if (synonym !== undefined) return onDay(synonym, dates, today);
  if (dates.cancel_date !== null) return "cancelled";
  return dates.confirmed_date !== null || transactionCode !== null ? "stayed" : onDay(blankState, dates, today);
}

// On the day of departure the bill may still be open.
const onDay = (synonym: StateSynonym, { check_out_date }: StayDates, today: CalendarDate): ImportState =>
  synonym !== "valid" ? synonym : check_out_date !== null && check_out_date < today ? "stayed" : "reserved";

function checkState(cells: CellReader, state: ImportState, dates: StayDates, today: CalendarDate): void {
  if (state !== "cancelled" && dates.cancel_date !== null)
    cells.reject("cancel_date", "contradicts_state", cells.rawText("state"));
  if (state === "stayed" && dates.check_out_date !== null && dates.check_out_date > today) {
    cells.reject("check_out_date", "in_future", today);
  }
  if (state === "no_show" && dates.check_in_date !== null && dates.check_in_date > today) {
    cells.reject("check_in_date", "in_future", today);
  }
}

/** Spreadsheets keep a telephone as a number, too: no number in Japan begins with another digit within the country. */
export function telephoneWithoutZero(text: string): boolean {
  return /^[1-9]\d{8,9}$/.test(firstTelText(text) ?? "");
}

/** The address, or null for text that no mail can be sent to: it never costs the row and is kept as typed (docs/adr/0104). */
function readMail(cells: CellReader): string | null {
  return normaliseMailAddress(cells.contactOrNothing("email") ?? "") ?? null;
}

function readTel(cells: CellReader): string | null {
  const text = cells.contact("tel");
  if (text === null) return null;
  if (isShortenedNumber(text)) return cells.reject("tel", "shortened_number");
  return firstTelText(text) ?? cells.reject("tel", "invalid_tel");
}

function readContacts(cells: CellReader) {
  const kana = cells.contact("guest_name_kana");
  const member = cells.contactCode("member_number");
  const email = readMail(cells);
  const tel = readTel(cells);
  const postcode = cells.contact("postcode");
  const address = cells.contact("address");
  const nationality = cells.contact("nationality");
  return {
    guest_name: cells.text("guest_name") ?? "",
    // A dash or the name once more is no reading: two guests with one telephone would be taken for one.
    guest_name_kana: kana === null || !fitsForm(kana, "kana") ? null : normaliseKana(kana),
    member_number: member === null ? null : normaliseMemberNumber(member),
    email,
    email_consent: cells.code("email_consent", CONSENT_WORDS) ?? null,
    tel,
    postcode: postcode === null ? null : readPostcode(postcode, { address, nationality }),
    address,
    gender: cells.code("gender", GENDER_WORDS) ?? null,
    customer_type: cells.contact("customer_type"),
    nationality: nationality === null ? null : normaliseCountry(nationality),
  };
}

/** A time to come would win over every correction until then. A clock may be some hours wrong. */
function readSourceTime(cells: CellReader, today: CalendarDate): string | null {
  const time = cells.timestamp("source_updated_at");
  return time !== null && time.slice(0, 10) > addDays(today, 1)
    ? cells.reject("source_updated_at", "in_future", today)
    : time;
}

function readPrices(cells: CellReader, isStay: boolean) {
  const prices = {
    reserved_price: cells.price("reserved_price"),
    use_price: cells.price("use_price"),
    payment_price: cells.price("payment_price"),
  };
  // Hotel files often carry only one price: a settled stay then cost what was paid, else what was booked.
  const faulty = cells.rejections.some((rejection) => rejection.field?.endsWith("_price"));
  if (isStay && !faulty && Object.values(prices).every((price) => price === null))
    cells.reject("use_price", "required");
  return prices;
}

/** What a line may leave out where its reservation is known. */
const WANTED: ReadonlySet<WantedField> = new Set<WantedField>([
  "check_in_date",
  "check_out_date",
  "guest_name",
  "use_price",
]);

/** Why a reservation cannot be stored as its lines and what is known of it come out together. */
export function faultsOf(row: ReservationRow, today: CalendarDate): Rejection[] {
  const fault = (field: WantedField, code: RejectionCode) => ({ field, code, value: "" });
  const isMissing = (field: WantedField) =>
    field === "use_price" ? row.state === "stayed" && row.use_price === null : !row[field];
  const wanted = [...WANTED].filter(isMissing).map((field) => fault(field, "required"));
  if (wanted.length > 0) return wanted;
  // One line told the one day, another the other.
  if (row.check_out_date < row.check_in_date) return [fault("check_out_date", "check_out_before_check_in")];
  if (row.nights > MAX_NIGHTS) return [fault("check_out_date", "too_many_nights")];
  return row.state === "stayed" && row.check_out_date > today ? [fault("check_out_date", "in_future")] : [];
}

/** Checks one line as `readReservation`, and that it can stand by itself. */
export function validateReservation(raw: RawReservation, rules: ReadingRules): ValidatedReservation {
  return validated(raw, rules, () => true);
}

/**
 * Checks one line: typed values, or every reason why it is refused. What a reservation cannot be without may be missing (`faultsOf`):
 * whether it is known already is asked later. A line of a file of stays is a settled stay, whatever else it says.
 */
export function readReservation(raw: RawReservation, rules: ReadingRules): ValidatedReservation {
  return validated(
    raw,
    rules,
    ({ field, code }) => code !== "required" || !(WANTED as ReadonlySet<unknown>).has(field),
  );
}

function validated(
  raw: RawReservation,
  rules: ReadingRules,
  isFault: (rejection: Rejection) => boolean,
): ValidatedReservation {
  const { today, kind = "reservations", dateOrder = null } = rules;
  const cells = new CellReader(raw, dateOrder, kind);
  const reservation_code = cells.contactCode("reservation_code") ?? "";
  const dates = readDates(cells, raw);
  checkDates(cells, dates, today);
  const transaction_code = cells.contactCode("transaction_code");
  const state = kind === "stays" ? "stayed" : readState(cells, transaction_code, dates, rules);
  checkState(cells, state, dates, today);
  const isStay = state === "stayed";
  const { payment_price, ...prices } = readPrices(cells, isStay);
  const { guest_name, ...contacts } = readContacts(cells);
  const codes = {
    reservation_status: cells.code("reservation_status", RESERVATION_STATUS_WORDS),
    group_type: cells.code("group_type", GROUP_TYPE_WORDS),
    language_code: cells.code("language_code", LANGUAGE_WORDS),
  };
  const guest_type = cells.code("guest_type", GUEST_TYPE_WORDS) ?? "representative";
  const { reservation_system_name, reserved_payment_price, ...details } = readDetails(cells);
  const booking_channel = cells.contact("booking_channel");
  const { confirmed_date, ...days } = dates;
  // A state that is only supposed is not said.
  const isReportedNow = state !== "reserved" || !isBlank(raw.state);
  const cellValues: Partial<{ [F in keyof Values]: Values[F] | null | undefined }> = {
    state: isStay || !isReportedNow ? null : state,
    stayed: isStay || null,
    ...days,
    ...prices,
    reserved_payment_price: reserved_payment_price ?? (isStay ? null : payment_price),
    payment_price: isStay ? payment_price : null,
    ...codes,
    ...details,
    plan_code: cells.planCode(),
    room_type: cells.text("room_type"),
    room_code: cells.codeText("room_code"),
    adult_count: cells.count("adult_count", MAX_BOOKING_COUNT),
    child_count: cells.count("child_count", MAX_BOOKING_COUNT),
    booking_channel: reservation_system_name ?? booking_channel,
    guest_name: guest_name === "" ? null : guest_name,
    ...contacts,
    transaction_code,
    confirmed_date,
  };
  const source_updated_at = readSourceTime(cells, today);
  const faults = cells.rejections.filter(isFault);
  if (faults.length > 0 || (guest_type === "companion" && cells.rejections.length > 0))
    return { ok: false, rejections: cells.rejections };
  // A booking that is no stay reports none; a line without a state may still correct a bill.
  if (isReportedNow && !isStay) for (const field of STAY_FIELDS) delete cellValues[field];
  const reported: Reported = {
    values: {},
    at: source_updated_at ?? UNTIMED,
    times: {},
    reservationAt: kind === "stays" ? null : source_updated_at,
    otherGuestAt: "",
  };
  const values: Record<string, unknown> = reported.values;
  // Of the booking a file of stays may have no column: that is no blank.
  const isEmptied = (field: string) => EMPTIED.has(field) && (kind !== "stays" || OF_STAY.has(field) || field in raw);
  for (const field in cellValues) {
    const value = cellValues[field as keyof Values];
    if (value !== null && value !== undefined) values[field] = value;
    else if (rules.overwriteBlanks && (isEmptied(field) || (field in details && field in raw))) values[field] = null;
  }
  const channelNames = [details.reservation_system_code, booking_channel];
  return { ok: true, reported, row: settle(reported, { reservation_code, guest_type }), channelNames };
}

/** What blank and missing cells empty where they are asked to, beside the columns that few files have; a booking is then one that is only booked. Whose it is has to be said. */
const EMPTIED: ReadonlySet<string> = new Set<keyof Values>([
  "state",
  "stayed",
  "reservation_status",
  "group_type",
  "language_code",
  "reserved_date",
  "reserved_price",
  "reserved_payment_price",
  "plan_code",
  "room_type",
  "room_code",
  "adult_count",
  "child_count",
  "booking_channel",
  "guest_name_kana",
  "email",
  "tel",
  "use_price",
  "payment_price",
  "transaction_code",
  "confirmed_date",
]);

const OF_STAY: ReadonlySet<string> = new Set(STAY_FIELDS);

/** Checks one line of a file of customers. */
export function validateCustomer(raw: RawReservation, rules: ReadingRules): ValidatedCustomer {
  const cells = new CellReader(raw, rules.dateOrder ?? null, "customers");
  const contacts = readContacts(cells);
  const birthday = cells.date("birthday");
  if (birthday !== null && birthday < EARLIEST_DAY) cells.reject("birthday", "out_of_range");
  if (birthday !== null && birthday > rules.today) cells.reject("birthday", "in_future", rules.today);
  const language_code = cells.code("language_code", LANGUAGE_WORDS) ?? null;
  const source_updated_at = readSourceTime(cells, rules.today);
  if (cells.rejections.length > 0) return { ok: false, rejections: cells.rejections };
  return { ok: true, row: { ...contacts, birthday, language_code, source_updated_at } };
}
