import { addDays, type CalendarDate, calendarDate, dayOfWeek, lastDayOfMonth } from "@okaeri/domain/calendar-date";

/** YYYY-MM */
export type Month = string;

export const monthOfDay = (day: string): Month => day.slice(0, 7);

const firstOf = (month: Month) => calendarDate(`${month}-01`);

/** The month before (-1) or after it (1). */
export function monthAfter(month: Month, step: 1 | -1): Month {
  const first = firstOf(month);
  return monthOfDay(step === 1 ? addDays(lastDayOfMonth(first), 1) : addDays(first, -1));
}

/** The weeks that show a month, from Sunday to Saturday, filled up with days of the months beside it. */
export function weeksOf(month: Month): CalendarDate[][] {
  const first = firstOf(month);
  const last = lastDayOfMonth(first);
  const weeks: CalendarDate[][] = [];
  for (let sunday = addDays(first, -dayOfWeek(first)); sunday <= last; sunday = addDays(sunday, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(sunday, at)));
  return weeks;
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Where a key leads from a day of a calendar; undefined for any other key. */
export function dayAfterKey(key: string, day: CalendarDate): CalendarDate | undefined {
  const step = STEPS[key];
  if (step !== undefined) return addDays(day, step);
  if (key === "Home") return addDays(day, -dayOfWeek(day));
  if (key === "End") return addDays(day, 6 - dayOfWeek(day));
  if (key === "PageUp" || key === "PageDown") {
    const month = monthAfter(monthOfDay(day), key === "PageUp" ? -1 : 1);
    const last = lastDayOfMonth(firstOf(month));
    const same = `${month}${day.slice(7)}`;
    return same > last ? last : calendarDate(same);
  }
  return undefined;
}
