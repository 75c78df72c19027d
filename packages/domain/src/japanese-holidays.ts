import published from "@holiday-jp/holiday_jp";
import { addDays, type CalendarDate } from "./calendar-date.ts";
import type { LanguageCode } from "./enumerations.ts";

// Japan's national holidays as published, 1970 to 2050. The days of the equinoxes are proclaimed a year ahead; later ones are reckoned.

const HOLIDAYS: ReadonlyMap<string, { name: string; name_en: string }> = new Map(Object.entries(published.holidays));

/** Every holiday that is known, in order. */
export const JAPANESE_HOLIDAYS: readonly string[] = [...HOLIDAYS.keys()].sort();

/** What a day celebrates; null for one that is no holiday. */
export function holidayName(date: CalendarDate, language: LanguageCode): string | null {
  const holiday = HOLIDAYS.get(date);
  if (!holiday) return null;
  return language === "ja" ? holiday.name : holiday.name_en;
}

/** Whether the day after it is a national holiday. */
export const isHolidayEve = (date: CalendarDate): boolean => HOLIDAYS.has(addDays(date, 1));
