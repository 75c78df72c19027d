// Days of the calendar, independent of any clock or time zone of the machine. All arithmetic is on integers
// (proleptic Gregorian), because Date in local time moves days around and is slow for a million import rows.

declare const calendarDateBrand: unique symbol;
/** A real day as 'YYYY-MM-DD', years 0001 to 9999. Compares correctly as text. */
export type CalendarDate = string & { readonly [calendarDateBrand]: true };

const STRICT = /^(\d{4})-(\d{2})-(\d{2})$/;
const LOOSE =
  /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|年 ?(\d{1,2})月 ?(\d{1,2})日)(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
// Days from 1970-01-01 to 0001-01-01 and to 9999-12-31.
const FIRST_DAY = -719162;
const LAST_DAY = 2932896;
const TOKYO_OFFSET_MS = 9 * 60 * 60 * 1000; // Japan keeps no daylight saving time.
const DAY_MS = 24 * 60 * 60 * 1000;

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function monthLength(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);
}

function write(year: number, month: number, day: number): CalendarDate {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}` as CalendarDate;
}

function isDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month);
}

function checked(year: number, month: number, day: number): CalendarDate | undefined {
  return isDay(year, month, day) ? write(year, month, day) : undefined;
}

function read(date: CalendarDate): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

/** Days since 1970-01-01, negative before it. */
export function toEpochDay(date: CalendarDate): number {
  const { year, month, day } = read(date);
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

/** The day that lies `epochDay` days after 1970-01-01. Throws RangeError outside the years 0001 to 9999. */
export function fromEpochDay(epochDay: number): CalendarDate {
  if (!Number.isInteger(epochDay) || epochDay < FIRST_DAY || epochDay > LAST_DAY) {
    throw new RangeError(`day out of range: ${epochDay}`);
  }
  const shifted = epochDay + 719468;
  const era = Math.floor(shifted / 146097);
  const dayOfEra = shifted - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return write(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day);
}

/** Reads exactly 'YYYY-MM-DD' of a day that exists; anything else is undefined. */
export function parseDate(text: string): CalendarDate | undefined {
  const match = STRICT.exec(text);
  if (!match) return undefined;
  return isDay(Number(match[1]), Number(match[2]), Number(match[3])) ? (text as CalendarDate) : undefined;
}

/** As parseDate, for values known to be dates (constants, database rows). Throws RangeError otherwise. */
export function calendarDate(text: string): CalendarDate {
  const date = parseDate(text);
  if (date === undefined) throw new RangeError(`not a calendar date: ${text}`);
  return date;
}

/**
 * Reads the spellings found in hotel files: YYYY-M-D, YYYY/M/D, YYYY.M.D, YYYY年M月D日, YYYYMMDD, full-width digits, and
 * a time of day behind it, which is dropped. A time with a zone is not accepted: it could name another day.
 */
export function parseLooseDate(text: string): CalendarDate | undefined {
  const strict = parseDate(text);
  if (strict !== undefined) return strict;
  const plain = text.normalize("NFKC").trim();
  const match = COMPACT.exec(plain) ?? LOOSE.exec(plain);
  if (!match) return undefined;
  return checked(Number(match[1]), Number(match[2] ?? match[4]), Number(match[3] ?? match[5]));
}

/** The day `days` later (negative: earlier). Throws RangeError outside the years 0001 to 9999. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromEpochDay(toEpochDay(date) + days);
}

/** The same day of the month `months` later, or that month's last day where it is shorter. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const { year, month, day } = read(date);
  const index = year * 12 + (month - 1) + months;
  const newYear = Math.floor(index / 12);
  const newMonth = index - newYear * 12 + 1;
  const result = checked(newYear, newMonth, Math.min(day, monthLength(newYear, newMonth)));
  if (result === undefined || newYear > 9999) throw new RangeError(`month out of range: ${date} + ${months}`);
  return result;
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return toEpochDay(to) - toEpochDay(from);
}

/** Order for sort(): negative when `a` is earlier, 0 for the same day. */
export function compareDates(a: CalendarDate, b: CalendarDate): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The day it is in Japan at that instant (days are days in Asia/Tokyo everywhere in the product). */
export function todayInTokyo(instant: Date): CalendarDate {
  return fromEpochDay(Math.floor((instant.getTime() + TOKYO_OFFSET_MS) / DAY_MS));
}

/** Month 1 to 12. */
export function monthOf(date: CalendarDate): number {
  return read(date).month;
}

/** Year 1 to 9999. */
export function yearOf(date: CalendarDate): number {
  return read(date).year;
}

/** Day of the month 1 to 31. */
export function dayOfMonth(date: CalendarDate): number {
  return read(date).day;
}

/** Last day of the date's month. */
export function lastDayOfMonth(date: CalendarDate): CalendarDate {
  const { year, month } = read(date);
  return write(year, month, monthLength(year, month));
}

/** 0 = Sunday to 6 = Saturday. */
export function dayOfWeek(date: CalendarDate): number {
  return (((toEpochDay(date) + 4) % 7) + 7) % 7;
}

/** As shown on screens: 2026年01月05日 (specification §3). */
export function formatJa(date: CalendarDate): string {
  return `${date.slice(0, 4)}年${date.slice(5, 7)}月${date.slice(8, 10)}日`;
}
