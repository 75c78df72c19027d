import { type CalendarDate, parseDate } from "../../calendar-date.ts";
import { parseSchedule, type Schedule, type ScheduleFields } from "./schedule.ts";

// What people say instead of six fields: 毎週火曜 10:00. Forth and back without loss.

/** `time` is HH:MM in Tokyo. */
export type Rhythm = { time: string } & (
  | { every: "once"; on: CalendarDate }
  | { every: "day" }
  /** 0 = Sunday. */
  | { every: "week"; weekdays: readonly number[] }
  | { every: "month"; days: readonly number[] }
  | { every: "month_end" }
  /** The first to fifth such weekday of the month. */
  | { every: "nth_weekday"; weekday: number; nth: number }
);

const two = (n: number) => String(n).padStart(2, "0");

/** Null: only the fields themselves can say it. */
export function rhythmOf(fields: ScheduleFields): Rhythm | null {
  const read = parseSchedule(fields);
  if (!read.ok) return null;
  const { minute, hour } = read.schedule;
  const [m, h] = [only(minute.values), only(hour.values)];
  if (m === null || h === null) return null;
  const time = `${two(h)}:${two(m)}`;
  const days = daysOf(read.schedule);
  return days && { time, ...days };
}

type Days<R = Rhythm> = R extends unknown ? Omit<R, "time"> : never;

function daysOf({ day_of_month: day, month, day_of_week: weekday, year }: Schedule): Days | null {
  if (!month.any || !year.any) return onceOf({ day, month, weekday, year });
  if (day.last) return { every: "month_end" };
  if (weekday.nth !== null) return { every: "nth_weekday", weekday: weekday.values[0] ?? 0, nth: weekday.nth };
  if (day.any && weekday.any) return { every: "day" };
  if (day.any) return { every: "week", weekdays: weekday.values };
  return weekday.any ? { every: "month", days: day.values } : null;
}

function onceOf(of: {
  day: Schedule["day_of_month"];
  month: Schedule["month"];
  weekday: Schedule["day_of_week"];
  year: Schedule["year"];
}): Days | null {
  const [d, m, y] = [only(of.day.values), only(of.month.values), only(of.year.values)];
  if (d === null || m === null || y === null || !of.weekday.any) return null;
  const on = parseDate(`${y}-${two(m)}-${two(d)}`);
  return on === undefined ? null : { every: "once", on };
}

function only(values: readonly number[]): number | null {
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** The six fields of a rhythm. */
export function scheduleOf(rhythm: Rhythm): ScheduleFields {
  const [hour = "", minute = ""] = rhythm.time.split(":");
  const at = {
    minute: String(Number(minute)),
    hour: String(Number(hour)),
    day_of_month: "*",
    month: "*",
    day_of_week: "*",
    year: "*",
  };
  switch (rhythm.every) {
    case "day":
      return at;
    case "once": {
      const [year = "", month = "", day = ""] = rhythm.on.split("-");
      return { ...at, day_of_month: String(Number(day)), month: String(Number(month)), year: String(Number(year)) };
    }
    case "week":
      return { ...at, day_of_week: rhythm.weekdays.join(",") };
    case "month":
      return { ...at, day_of_month: rhythm.days.join(",") };
    case "month_end":
      return { ...at, day_of_month: "L" };
    case "nth_weekday":
      return { ...at, day_of_week: `${rhythm.weekday}#${rhythm.nth}` };
  }
}
