import { type CalendarDate, parseDate, parseLooseDate } from "../calendar-date.ts";

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
const TIME_BEHIND = /[ t]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?$/;
const WEEKDAY = / ?\((?:[日月火水木金土](?:曜日?)?|sun|mon|tue|wed|thu|fri|sat)\)/;

/**
 * Reads a day as hotels' systems write it: 2023-08-09, 2023/8/9, 2023年8月9日, 20230809, 令和5年8月9日, R5.8.9, 9-Aug-2023, and
 * 08/11/2015 by the order told. `order_open`: it is a day in either order, and none was told.
 */
export function readDate(text: string, order: DateOrder | null = null): CalendarDate | "order_open" | undefined {
  const known = parseLooseDate(text);
  if (known !== undefined) return known;
  const plain = text.normalize("NFKC").trim().toLowerCase().replace(WEEKDAY, "").replace(TIME_BEHIND, "");
  const numbers = YEAR_LAST.exec(plain);
  if (numbers) return inOrder(numbers, order);
  return parseLooseDate(plain) ?? inEra(plain) ?? named(plain);
}

/** Which order a day can have been written in; none of both when it is no such day. */
export function ordersOf(text: string): DateOrder[] {
  const plain = text.normalize("NFKC").trim().toLowerCase().replace(WEEKDAY, "").replace(TIME_BEHIND, "");
  const numbers = YEAR_LAST.exec(plain);
  if (!numbers) return [];
  return DATE_ORDERS.filter((order) => inOrder(numbers, order) !== undefined);
}

const YEAR_FIRST = /^(\d{4})(?:[./-]|年 ?)(\d{1,2})(?:[./-]|月 ?)(\d{1,2})日?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;

/** The day as it is written, where it is written like one and the calendar has none such: 2026年2月29日, 20261301, 31/02/2026. */
export function noSuchDay(text: string): { year: number; month: number; day: number } | undefined {
  const plain = text.normalize("NFKC").trim().toLowerCase().replace(WEEKDAY, "").replace(TIME_BEHIND, "");
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
