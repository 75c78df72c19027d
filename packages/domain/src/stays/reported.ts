import type { CalendarDate } from "../calendar-date.ts";
import { isOneName, saysAName } from "../customers/name-key.ts";
import type { FeedChannel, Gender, GroupType, LanguageCode, ReservationStatus } from "../enumerations.ts";
import { digitsOf } from "./digits.ts";
import type { FeedRoom } from "./feed-row.ts";

/** What can be reported of a reservation and its stay. A line reports the fields it fills; null: a blank that counts as an answer. */
export type Values = {
  /** What became of the booking as a booking. */
  state: "reserved" | "cancelled" | "no_show";
  cancel_date: CalendarDate;
  reservation_status: ReservationStatus;
  group_type: GroupType;
  language_code: LanguageCode;
  reserved_date: CalendarDate;
  check_in_date: CalendarDate;
  check_out_date: CalendarDate;
  reserved_price: number;
  reserved_payment_price: number;
  plan_code: string;
  room_type: string;
  room_code: string;
  adult_count: number;
  child_count: number;
  booking_channel: string;
  reservation_system_virtual: string;
  reservation_system_code: string;
  reserved_min_room_count: number;
  rooms: readonly FeedRoom[];
  linkage_dynalution: string;
  linkage_s4: string;
  companions: readonly unknown[];
  guest_name: string;
  guest_name_kana: string;
  email: string;
  tel: string;
  birthday: CalendarDate;
  gender: Gender;
  member_number: string;
  email_consent: boolean;
  postcode: string;
  address: string;
  nationality: string;
  customer_type: string;
  /** The stay took place. */
  stayed: true;
  use_price: number;
  payment_price: number;
  transaction_code: string;
  confirmed_date: CalendarDate;
  use_price_detail: readonly { name: string; price: number }[];
  is_online_check_in: boolean;
  is_online_check_out: boolean;
};
export type ReportedField = keyof Values;

/** A value that is stored elsewhere: the digits tell an equal one (guest-digest.ts); none, where nothing is compared. */
export type Digested = { digits: string };

export const STAY_FIELDS = [
  "stayed",
  "use_price",
  "payment_price",
  "transaction_code",
  "confirmed_date",
  "use_price_detail",
  "is_online_check_in",
  "is_online_check_out",
] as const satisfies readonly ReportedField[];

/** Whose these are: of another guest a line tells all that is known. */
export const GUEST_FIELDS = [
  "guest_name_kana",
  "email",
  "tel",
  "birthday",
  "gender",
  "member_number",
  "email_consent",
  "postcode",
  "address",
  "nationality",
  "customer_type",
  "companions",
] as const satisfies readonly ReportedField[];
const OF_GUEST: ReadonlySet<ReportedField> = new Set(GUEST_FIELDS);

export const linkageField = (channel: FeedChannel) => `linkage_${channel}` as const;

type ReportedValues = { [F in ReportedField]?: Values[F] | Digested | null };
/**
 * Everything reported of one reservation, each field with the time of its report. Times are ISO 8601 UTC, compared as text. `UNTIMED` comes
 * before all of them; reports without a time that meet others with one come right after the last of these.
 */
export type Reported = {
  values: ReportedValues;
  /** When most of it was said. */
  at: string;
  /** The fields of which that is not true. */
  times: { [F in ReportedField]?: string };
  /** The last source time of lines about the reservation itself; null: none had one. */
  reservationAt: string | null;
  /** When another guest than the present one was last named; "": never. */
  otherGuestAt: string;
};

export const UNTIMED = "0";
export const NOTHING_REPORTED: Reported = { values: {}, at: UNTIMED, times: {}, reservationAt: null, otherGuestAt: "" };

export const timeOf = (reported: Reported, field: ReportedField): string => reported.times[field] ?? reported.at;
/** The time itself, of a word that has one; null for one that came without. */
export const sourceTimeOf = (time: string): string | null => (time === UNTIMED ? null : time.replace("~", ""));
export const isDigested = (value: unknown): value is Digested =>
  typeof value === "object" && value !== null && "digits" in value;

/** A value that can be written; what is stored elsewhere need not be. */
export function storableValue<F extends ReportedField>({ values }: Reported, field: F): Values[F] | null {
  const value = values[field];
  return value === undefined || isDigested(value) ? null : (value as Values[F] | null);
}

/**
 * Merges a line into what was reported before: every field has its latest report, in any order of arrival, and even the oldest report fills
 * a field that no other has. At equal times the greater value wins, so that order does not decide there either. A report without a time is
 * the latest when it comes. The same function joins the versions of a booking within a file or batch, and these with what is stored
 * (docs/adr/0300).
 */
export function mergeReported(before: Reported, line: Reported): Reported {
  if (Object.keys(before.values).length === 0) return line;
  const values: Record<string, unknown> = { ...before.values };
  const times: Record<string, string> = { ...before.times };
  const latest = line.at === UNTIMED || Object.values(line.times).includes(UNTIMED) ? behindAll(before) : UNTIMED;
  const lineTime = (field: ReportedField) => {
    const time = timeOf(line, field);
    return time === UNTIMED ? latest : time;
  };
  const isLatest = (field: ReportedField): boolean => {
    if (!(field in values)) return true;
    const [previous, now] = [before.values[field], line.values[field]];
    if (field === "guest_name" && isNamed(previous) !== isNamed(now)) return isNamed(now);
    // A stay is called off anew by what had been outdone by it.
    const isCorrected = field === "state" && now !== "reserved" && stateOf(before) === "stayed";
    if (timeOf(line, field) === UNTIMED) return isCorrected || !isSame(previous, now);
    const [was, is] = [timeOf(before, field), lineTime(field)];
    return is > was || (is === was && isGreater(now, previous));
  };
  const take = (field: ReportedField) => {
    values[field] = line.values[field];
    if (lineTime(field) === before.at) delete times[field];
    else times[field] = lineTime(field);
  };
  const guest = guestOf(before, line, { isRenamed: "guest_name" in line.values && isLatest("guest_name"), lineTime });
  for (const field of Object.keys(before.values) as ReportedField[])
    if (OF_GUEST.has(field) && !guest.keeps(before, field, timeOf(before, field))) {
      delete values[field];
      delete times[field];
    }
  for (const field of Object.keys(line.values) as ReportedField[])
    if (!OF_GUEST.has(field) || guest.keeps(line, field, lineTime(field))) {
      if (isLatest(field)) take(field);
      // What is stored elsewhere can be written again where the line says the same.
      else if (isDigested(values[field]) && isSame(values[field], line.values[field]))
        values[field] = line.values[field];
    }
  // Called off by a line without a time: a stay that was told without one, too, is over with it.
  const isOff = line.values.state && line.values.state !== "reserved" && timeOf(line, "state") === UNTIMED;
  if (isOff && lineTime("state") <= timeOf(before, "stayed")) delete values.stayed;
  return {
    values,
    at: before.at,
    times,
    reservationAt: later(before.reservationAt, line.reservationAt),
    otherGuestAt: guest.otherGuestAt,
  };
}

/** Whose words of a guest count. Those of who was named before another one are gone; a line without a name goes on with its guest. */
function guestOf(
  before: Reported,
  line: Reported,
  { isRenamed, lineTime }: { isRenamed: boolean; lineTime: (field: ReportedField) => string },
) {
  const name = (isRenamed ? line : isNamed(before.values.guest_name) ? before : line).values.guest_name;
  const goesOn = ({ values: { guest_name: previous } }: Reported) =>
    !isNamed(previous) || (isNamed(name) && isOneName(previous, name));
  const lostAt = [before, line].flatMap((reported) =>
    goesOn(reported) ? [] : [reported === line ? lineTime("guest_name") : timeOf(reported, "guest_name")],
  );
  const otherGuestAt = [before.otherGuestAt, line.otherGuestAt, ...lostAt].reduce((a, b) => (b > a ? b : a));
  const keeps = (reported: Reported, field: ReportedField, time: string) => {
    if (time > otherGuestAt) return true;
    if (reported === line && timeOf(line, field) === UNTIMED) return goesOn(line);
    return time === otherGuestAt && isNamed(reported.values.guest_name) && goesOn(reported);
  };
  return { keeps, otherGuestAt };
}

/** Who a guest is may be known later or by another system; a dash names nobody. */
const isNamed = (name: unknown): name is string => typeof name === "string" && saysAName(name);

/** The time of a word without one that comes upon these. */
function behindAll(reported: Reported): string {
  const last = Object.values(reported.times).reduce((a, b) => (b > a ? b : a), reported.at);
  return last === UNTIMED || last.endsWith("~") ? last : `${last}~`;
}

const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a);

/** What calls a booking off counts before what leaves it as it was. */
const RANK: Record<string, string> = { reserved: "0", no_show: "1", cancelled: "2" };
function isGreater(a: unknown, b: unknown): boolean {
  if (a === b) return false;
  if (isDigested(b)) return isDigested(a) ? a.digits > b.digits : b.digits === "" || digitsOf(String(a)) > b.digits;
  const text = (value: unknown) =>
    value === null ? "" : typeof value === "object" ? JSON.stringify(value) : (RANK[String(value)] ?? String(value));
  return typeof a === "number" && typeof b === "number" ? a > b : text(a) > text(b);
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isDigested(a)) return isDigested(b) ? a.digits === b.digits : b !== null && a.digits === digitsOf(String(b));
  if (isDigested(b)) return isSame(b, a);
  return typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b);
}

/** Whether these are the same words of the same times. */
export function isSameReported(a: Reported, b: Reported): boolean {
  if (a.reservationAt !== b.reservationAt || a.otherGuestAt !== b.otherGuestAt) return false;
  const fields = Object.keys(a.values) as ReportedField[];
  return fields.length === Object.keys(b.values).length && fields.every((field) => !differs(a, b, field));
}

export function differs(a: Reported, b: Reported, field: ReportedField): boolean {
  if (field in a.values !== field in b.values) return true;
  return timeOf(a, field) !== timeOf(b, field) || !isSame(a.values[field], b.values[field]);
}

/** What became of it: a stay is not taken back by being booked, but by being called off later. */
export function stateOf(reported: Reported): Values["state"] | "stayed" {
  const state = reported.values.state as Values["state"] | undefined;
  const isOff = state !== undefined && state !== "reserved";
  if (reported.values.stayed && !(isOff && timeOf(reported, "state") > timeOf(reported, "stayed"))) return "stayed";
  return state ?? "reserved";
}
