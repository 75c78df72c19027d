import { addDays, calendarDate, daysBetween } from "@okaeri/domain/calendar-date";
import { formatAxisDay, tokyoDay } from "../../../ui/format.ts";
import type { Results } from "../campaigns.api.ts";

/** More bars than these would be hairlines: then each stands for a week, or for several. */
const MOST_BARS = 124;

/** Each day or some weeks of the period, also those without any figure; `step` in days. `sent`: of the sends that began in it. */
export function dailyPoints({ from, to, rows, sends }: Results) {
  const start = calendarDate(from);
  const days = daysBetween(start, calendarDate(to)) + 1;
  const step = days > MOST_BARS ? 7 * Math.ceil(days / (7 * MOST_BARS)) : 1;
  const withYear = from.slice(0, 4) !== to.slice(0, 4);
  const points = Array.from({ length: Math.max(0, Math.ceil(days / step)) }, (_, n) => ({
    label: formatAxisDay(addDays(start, n * step), withYear),
    reserved: 0,
    transacted: 0,
    sent: 0,
  }));
  const pointOf = (day: string) => points[Math.floor(daysBetween(start, calendarDate(day)) / step)];
  for (const { key, reserved, transacted } of rows) {
    const point = pointOf(String(key));
    if (point === undefined) continue;
    point.reserved += reserved ?? 0;
    point.transacted += transacted ?? 0;
  }
  for (const { at, sent } of sends) {
    const point = pointOf(tokyoDay(at));
    if (point !== undefined) point.sent += sent;
  }
  return { step, points };
}
