import { addDays, type CalendarDate, calendarDate, dayOfWeek } from "./calendar-date.ts";

// Japan's national holidays by the law as it stands (国民の祝日に関する法律), with the years that laws of their own moved.

/** The years that can be told. The days of the equinoxes are proclaimed a year ahead; until 2099 they are those of the formula. */
export const FIRST_HOLIDAY_YEAR = 2000;
export const LAST_HOLIDAY_YEAR = 2060;

const MONDAY = 1;
const SUNDAY = 0;

const day = (year: number, month: number, date: number): CalendarDate =>
  calendarDate(`${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`);

function nthMonday(year: number, month: number, nth: number): CalendarDate {
  const first = day(year, month, 1);
  return addDays(first, ((MONDAY - dayOfWeek(first) + 7) % 7) + (nth - 1) * 7);
}

function equinox(year: number, month: 3 | 9): CalendarDate {
  const since = year - 1980;
  return day(year, month, Math.floor((month === 3 ? 20.8431 : 23.2488) + 0.242194 * since) - Math.floor(since / 4));
}

/** Marine Day, Mountain Day, Sports Day in the years of the Olympic games of Tokyo. */
const MOVED: Record<number, readonly [string, string, string]> = {
  2020: ["2020-07-23", "2020-08-10", "2020-07-24"],
  2021: ["2021-07-22", "2021-08-08", "2021-07-23"],
};

function ofLaw(year: number): CalendarDate[] {
  const moved = MOVED[year]?.map(calendarDate);
  return [
    day(year, 1, 1),
    nthMonday(year, 1, 2),
    day(year, 2, 11),
    ...(year >= 2020 ? [day(year, 2, 23)] : []),
    equinox(year, 3),
    day(year, 4, 29),
    ...(year === 2019 ? [day(year, 5, 1)] : []),
    day(year, 5, 3),
    ...(year >= 2007 ? [day(year, 5, 4)] : []),
    day(year, 5, 5),
    ...(moved ?? [
      year >= 2003 ? nthMonday(year, 7, 3) : day(year, 7, 20),
      ...(year >= 2016 ? [day(year, 8, 11)] : []),
      nthMonday(year, 10, 2),
    ]),
    year >= 2003 ? nthMonday(year, 9, 3) : day(year, 9, 15),
    equinox(year, 9),
    ...(year === 2019 ? [day(year, 10, 22)] : []),
    day(year, 11, 3),
    day(year, 11, 23),
    ...(year <= 2018 ? [day(year, 12, 23)] : []),
  ];
}

/** A holiday on a Sunday moves to the next day that is none; a day between two holidays is one. */
function ofYear(year: number): CalendarDate[] {
  const named = new Set(ofLaw(year));
  const days = new Set(named);
  for (const one of named) {
    if (dayOfWeek(one) === SUNDAY) {
      let next = addDays(one, 1);
      while (named.has(next)) next = addDays(next, 1);
      days.add(next);
    }
    const between = addDays(one, 1);
    const mayBe = year >= 2007 || dayOfWeek(between) !== SUNDAY;
    if (mayBe && !named.has(between) && named.has(addDays(one, 2))) days.add(between);
  }
  return [...days].sort();
}

let known: readonly CalendarDate[] | undefined;

/** Every holiday of the years that can be told, in order. */
export function japaneseHolidays(): readonly CalendarDate[] {
  known ??= Array.from({ length: LAST_HOLIDAY_YEAR - FIRST_HOLIDAY_YEAR + 1 }, (_, at) =>
    ofYear(FIRST_HOLIDAY_YEAR + at),
  ).flat();
  return known;
}

/** Whether the day after it is a national holiday. */
export const isHolidayEve = (date: CalendarDate): boolean => japaneseHolidays().includes(addDays(date, 1));
