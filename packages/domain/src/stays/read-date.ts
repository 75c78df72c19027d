import { addDays, type CalendarDate, calendarDate, parseDate, parseLooseDate } from "../calendar-date.ts";
import { foldHyphens } from "../codes.ts";

/** What stands first in 08/11/2015: the month or the day. */
export const DATE_ORDERS = ["mdy", "dmy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** First day and year before the first of each era. */
const ERAS: readonly { names: readonly string[]; firstDay: string; yearZero: number }[] = [
  { names: ["令和", "令", "r"], firstDay: "2019-05-01", yearZero: 2018 },
  { names: ["平成", "平", "h"], firstDay: "1989-01-08", yearZero: 1988 },
  { names: ["昭和", "昭", "s"], firstDay: "1926-12-25", yearZero: 1925 },
  { names: ["大正", "大", "t"], firstDay: "1912-07-30", yearZero: 1911 },
  { names: ["明治", "明", "m"], firstDay: "1868-10-23", yearZero: 1867 },
];
const ERA_OF = new Map(ERAS.flatMap((era) => era.names.map((name) => [name, era] as const)));
const IN_ERA = new RegExp(
  `^(${[...ERA_OF.keys()].join("|")}) ?(元|\\d{1,3})(?:年 ?(\\d{1,2})月 ?(\\d{1,2})日|[./-](\\d{1,2})[./-](\\d{1,2}))$`,
);
const YEAR_LAST = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAY_FIRST_NAMED = /^(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/;
const MONTH_FIRST_NAMED = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/;
const WEEKDAY =
  / ?(?:\((?:(?:[日月火水木金土](?:曜日?)?|sun|mon|tue|wed|thu|fri|sat)[a-z]*)?[・,、 ]?(?:祝日?|休日?|振休|振替休日)?\)|[日月火水木金土]曜日?)/g;
const WEEKDAY_BEFORE = /^(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?[.,]* +/;
const TIME =
  /(?:[ t]+|(?<=日) ?)(午前|午後|[ap]\.?m\.?)? ?(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?|時(?: ?(\d{1,2})分(?: ?(\d{1,2})秒)?)?) ?([ap]\.?m\.?)?(?: ?(z|utc|gmt|jst|[-+]\d{2}:?(?:\d{2})?))?$/;
const ZONE_BEHIND_DAY = /^(\d{4}-\d{1,2}-\d{1,2})(?:z|[-+]\d{2}:\d{2})$/;
/** 20260501153000, as systems write a day and time in digits alone. */
const COMPACT_TIME = /^(\d{8})(\d{2})(\d{2})(\d{2})?$/;
/** Days since 1899-12-30, as Excel counts them: 1927-05-18 to 2173-10-13. */
const SERIAL = /^[1-9]\d{4}(?:\.\d+)?$/;
const SERIAL_DAY_ZERO = calendarDate("1899-12-30");
/** What is longer is no day, however it is written; the patterns here are not tried on it. */
const MAX_LENGTH = 60;

/** A text taken apart into its day, as it is written, and its time of day. Minutes of the zone are those east of Greenwich. */
export type DayAndTime = {
  day: string;
  time: { hour: number; minute: number; second: number; millisecond: number; zone: number | null } | null;
};

/** Splits "2026年5月1日(金・祝) 午後3時30分" and its like; undefined where the time is none. */
export function splitDayAndTime(text: string): DayAndTime | undefined {
  const plain = foldHyphens(text.normalize("NFKC")).trim().toLowerCase();
  if (plain.length > MAX_LENGTH) return undefined;
  const digits = COMPACT_TIME.exec(plain);
  if (digits) {
    const [hour, minute, second] = [Number(digits[2]), Number(digits[3]), Number(digits[4] ?? 0)];
    if (hour > 24 || minute > 59 || second > 59) return undefined;
    return { day: digits[1] ?? "", time: { hour, minute, second, millisecond: 0, zone: null } };
  }
  if (SERIAL.test(plain)) return ofSerial(Number(plain));
  const spaced = plain.replace(WEEKDAY_BEFORE, "").replace(WEEKDAY, " ").replace(/ {2,}/g, " ").trim();
  const match = TIME.exec(spaced);
  if (!match) return { day: spaced.replace(ZONE_BEHIND_DAY, "$1"), time: null };
  const [, before, hourText, minuteText, secondText, fraction = "", minuteJa, secondJa, behind, zoneText] = match;
  const half = (before ?? behind ?? "").replaceAll(".", "");
  const written = Number(hourText);
  if (half !== "" && written > 12) return undefined;
  const isAfternoon = half === "午後" || half === "pm";
  const hour = half === "" ? written : (written % 12) + (isAfternoon ? 12 : 0);
  const [minute, second] = [Number(minuteText ?? minuteJa ?? 0), Number(secondText ?? secondJa ?? 0)];
  const zone = zoneText === undefined ? null : zoneMinutes(zoneText);
  if (hour > 24 || minute > 59 || second > 59 || (zone !== null && Math.abs(zone) > 14 * 60)) return undefined;
  const millisecond = Number(fraction.padEnd(3, "0").slice(0, 3));
  return { day: spaced.slice(0, match.index).trim(), time: { hour, minute, second, millisecond, zone } };
}

function ofSerial(serial: number): DayAndTime {
  const seconds = Math.round(serial * 86_400);
  const ofDay = seconds % 86_400;
  const [hour, minute, second] = [Math.floor(ofDay / 3_600), Math.floor(ofDay / 60) % 60, ofDay % 60];
  const day = addDays(SERIAL_DAY_ZERO, Math.floor(seconds / 86_400));
  return { day, time: { hour, minute, second, millisecond: 0, zone: null } };
}

function zoneMinutes(zone: string): number {
  if (zone === "jst") return 9 * 60;
  if (/^[a-z]/.test(zone)) return 0;
  const digits = zone.slice(1).replace(":", "");
  return (zone.startsWith("-") ? -1 : 1) * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)));
}

/**
 * Reads a day as hotels' systems write it: 2023-08-09, 2023/8/9, 2023年8月9日, 20230809, 令和5年8月9日, R5.8.9, 9-Aug-2023, Excel's
 * number of a day, and 08/11/2015 by the order told. A weekday and a time of day may follow; a time with a zone names the day in Japan.
 * `order_open`: it is a day in either order, and none was told.
 */
export function readDate(text: string, order: DateOrder | null = null): CalendarDate | "order_open" | undefined {
  const known = parseLooseDate(text);
  if (known !== undefined) return known;
  const parts = splitDayAndTime(text);
  if (parts === undefined) return undefined;
  const { day: plain, time } = parts;
  const numbers = YEAR_LAST.exec(plain);
  const found = numbers ? inOrder(numbers, order) : (parseLooseDate(plain) ?? inEra(plain) ?? named(plain));
  if (time === null || time.zone === null || found === undefined || found === "order_open") return found;
  const minutes = time.hour * 60 + time.minute - time.zone + TOKYO_MINUTES;
  return addDays(found, Math.floor(minutes / 1440));
}

const TOKYO_MINUTES = 9 * 60;

/** The day as it is written, without weekday and time. */
const dayPart = (text: string) => splitDayAndTime(text)?.day ?? "";

/** Which order a day can have been written in; none of both when it is no such day. */
export function ordersOf(text: string): DateOrder[] {
  const numbers = YEAR_LAST.exec(dayPart(text));
  if (!numbers) return [];
  return DATE_ORDERS.filter((order) => inOrder(numbers, order) !== undefined);
}

const YEAR_FIRST = /^(\d{4})(?:[./-]|年 ?)(\d{1,2})(?:[./-]|月 ?)(\d{1,2})日?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;

/** The day as it is written, where it is written like one and the calendar has none such: 2026年2月29日, 20261301, 31/02/2026. */
export function noSuchDay(text: string): { year: number; month: number; day: number } | undefined {
  const plain = dayPart(text);
  const written = YEAR_FIRST.exec(plain) ?? COMPACT.exec(plain);
  if (written) return unless(written[1], written[2], written[3]);
  const last = YEAR_LAST.exec(plain);
  if (last) return Number(last[2]) > 12 ? unless(last[3], last[1], last[2]) : unless(last[3], last[2], last[1]);
  const era = IN_ERA.exec(plain);
  const zero = ERA_OF.get(era?.[1] ?? "")?.yearZero;
  if (!era || zero === undefined) return undefined;
  const year = zero + (era[2] === "元" ? 1 : Number(era[2]));
  return unless(String(year), era[3] ?? era[5], era[4] ?? era[6]);
}

const unless = (year = "", month = "", date = "") =>
  day(year, month, date) === undefined ? { year: Number(year), month: Number(month), day: Number(date) } : undefined;

function inOrder([, first, second, year]: RegExpExecArray, order: DateOrder | null) {
  const monthFirst = day(year, first, second);
  const dayFirst = day(year, second, first);
  if (order !== null) return order === "mdy" ? monthFirst : dayFirst;
  if (monthFirst !== undefined && dayFirst !== undefined && monthFirst !== dayFirst) return "order_open";
  return monthFirst ?? dayFirst;
}

function inEra(text: string): CalendarDate | undefined {
  const match = IN_ERA.exec(text);
  const era = ERA_OF.get(match?.[1] ?? "");
  if (!match || era === undefined) return undefined;
  const year = era.yearZero + (match[2] === "元" ? 1 : Number(match[2]));
  const found = day(String(year), match[3] ?? match[5], match[4] ?? match[6]);
  return found !== undefined && found >= era.firstDay ? found : undefined;
}

function named(text: string): CalendarDate | undefined {
  const dayFirst = DAY_FIRST_NAMED.exec(text);
  const monthFirst = MONTH_FIRST_NAMED.exec(text);
  const [month = "", date, year] = dayFirst
    ? [dayFirst[2], dayFirst[1], dayFirst[3]]
    : [monthFirst?.[1], monthFirst?.[2], monthFirst?.[3]];
  const index = MONTHS.indexOf(month.slice(0, 3));
  return index < 0 ? undefined : day(year, String(index + 1), date);
}

function day(year = "", month = "", date = ""): CalendarDate | undefined {
  return parseDate(`${year.padStart(4, "0")}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`);
}
