// One row of resort_hotel_bookings.csv: Antonio, Almeida, Nunes, "Hotel booking demand datasets", Data in Brief 22 (2019),
// doi 10.1016/j.dib.2018.11.126, CC BY 4.0.

export type BookingState = "stayed" | "cancelled" | "no_show";

export interface Booking {
  /** Row below the header, from 1. The file has no code, and identical rows are different bookings. */
  rowNumber: number;
  state: BookingState;
  /** Days since 1970-01-01. */
  reservedDay: number;
  checkInDay: number;
  checkOutDay: number;
  statusDay: number;
  nights: number;
  /** Yen; negative where the file's price is. */
  price: number;
  adults: number;
  children: number;
  meal: string;
  /** As in the file; empty where it is unknown. */
  country: string;
  segment: string;
  channel: string;
  customerType: string;
  roomType: string;
  repeated: boolean;
  /** Earlier bookings of the guest that were not cancelled. */
  previousStays: number;
}

/** Yen for one euro, about the mean of the years of the file. */
export const YEN_PER_EURO = 130;

const DAY_MS = 86_400_000;
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const STATES: Record<string, BookingState> = { "Check-Out": "stayed", Canceled: "cancelled", "No-Show": "no_show" };

/** The file is not what this tool was written for. */
export class ResortFileError extends Error {
  override name = "ResortFileError";
}

/** Yen of a price in euros (text, up to two decimals) for a number of nights: exact, then rounded half away from zero. */
export function yenOf(euros: string, nights: number): number {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(euros);
  if (match === null) throw new ResortFileError(`adr "${euros}" is no price`);
  const [, sign, whole = "0", decimals = ""] = match;
  const cents = Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
  const yen = Math.floor((cents * nights * YEN_PER_EURO + 50) / 100);
  return sign === "-" && yen > 0 ? -yen : yen;
}

/** `YYYY-MM-DD` of a day counted from 1970-01-01. */
export function isoDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Reads one record of the file, given by its column names. Throws ResortFileError where a value is not as published. */
export function toBooking(record: Record<string, string>, rowNumber: number): Booking {
  const text = (column: string): string => {
    const value = record[column];
    if (value === undefined) throw new ResortFileError(`column "${column}" is missing in row ${rowNumber}`);
    return value === "NULL" ? "" : value.trim();
  };
  const count = (column: string): number => {
    const value = text(column);
    if (!/^\d+$/.test(value)) throw new ResortFileError(`${column} "${value}" in row ${rowNumber} is no number`);
    return Number(value);
  };
  const state = STATES[text("reservation_status")];
  const month = MONTHS.indexOf(text("arrival_date_month"));
  const statusDay = Date.parse(`${text("reservation_status_date")}T00:00:00Z`) / DAY_MS;
  if (state === undefined || month < 0 || Number.isNaN(statusDay)) {
    throw new ResortFileError(`row ${rowNumber} has an unknown status or date`);
  }
  const checkInDay = Date.UTC(count("arrival_date_year"), month, count("arrival_date_day_of_month")) / DAY_MS;
  const nights = count("stays_in_weekend_nights") + count("stays_in_week_nights");
  return {
    rowNumber,
    state,
    reservedDay: checkInDay - count("lead_time"),
    checkInDay,
    checkOutDay: checkInDay + nights,
    statusDay,
    nights,
    price: yenOf(text("adr"), nights),
    adults: count("adults"),
    children: count("children") + count("babies"),
    meal: text("meal"),
    country: text("country"),
    segment: text("market_segment"),
    channel: text("distribution_channel"),
    customerType: text("customer_type"),
    roomType: text(state === "stayed" ? "assigned_room_type" : "reserved_room_type"),
    repeated: text("is_repeated_guest") === "1",
    previousStays: count("previous_bookings_not_canceled"),
  };
}
