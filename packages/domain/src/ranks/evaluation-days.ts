import { addDays, addMonths, type CalendarDate, dayOfMonth, lastDayOfMonth } from "../calendar-date.ts";

/** The day of the regular evaluation in the month of `day`: the base date, or the month's last day where it is shorter. */
function baseDayOf(day: CalendarDate, baseDate: number): CalendarDate {
  const last = lastDayOfMonth(day);
  const first = addDays(last, 1 - dayOfMonth(last));
  return addDays(first, Math.min(baseDate, dayOfMonth(last)) - 1);
}

/** The days of the regular evaluation after `from`, up to and including `to`. */
export function baseDays(baseDate: number, from: CalendarDate, to: CalendarDate): CalendarDate[] {
  const days: CalendarDate[] = [];
  const first = baseDayOf(from, baseDate);
  for (let n = 0; ; n++) {
    // From the month's first day, so that no short month shortens the next ones.
    const day = baseDayOf(addMonths(addDays(first, 1 - dayOfMonth(first)), n), baseDate);
    if (day > to) return days;
    if (day > from) days.push(day);
  }
}
