import { Cron } from "croner";

// Schedules in the words of Unix cron (docs/adr/0495): what they mean is decided here, in one place; croner walks the calendar.

export const SCHEDULE_FIELDS = ["minute", "hour", "day_of_month", "month", "day_of_week", "year"] as const;
export type ScheduleField = (typeof SCHEDULE_FIELDS)[number];
/** As people write it, Asia/Tokyo (specification §3, Schedule). */
export type ScheduleFields = Record<ScheduleField, string>;

/** What is wrong with a schedule, and in which of its fields. */
export type ScheduleProblem = { field: ScheduleField } & (
  | { code: "not_a_schedule" | "too_often" | "day_and_weekday" | "never" }
  | { code: "out_of_range"; min: number; max: number }
);

/** `any`: the field says nothing. Values are in order, a Sunday is 0. */
export type ScheduleValues = { any: boolean; values: readonly number[] };
export type Schedule = Record<Exclude<ScheduleField, "day_of_month" | "day_of_week">, ScheduleValues> & {
  /** `last`: the last day of the month, whatever its number. */
  day_of_month: ScheduleValues & { last: boolean };
  /** `nth`: only the first to fifth such day of the month. */
  day_of_week: ScheduleValues & { nth: number | null };
};

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

type Limits = { min: number; max: number; names: readonly string[] };
const LIMITS: Record<ScheduleField, Limits> = {
  minute: { min: 0, max: 59, names: [] },
  hour: { min: 0, max: 23, names: [] },
  day_of_month: { min: 1, max: 31, names: [] },
  month: { min: 1, max: 12, names: MONTHS },
  // Both 0 and 7 are Sunday.
  day_of_week: { min: 0, max: 7, names: WEEKDAYS },
  year: { min: 1970, max: 2099, names: [] },
};

type Read<T> = { ok: true; value: T } | { ok: false; problem: ScheduleProblem };

/** Reads all six fields, and names each that says nothing exact. */
export function parseSchedule(
  fields: ScheduleFields,
): { ok: true; schedule: Schedule } | { ok: false; problems: readonly ScheduleProblem[] } {
  const minute = readValues("minute", fields.minute);
  const hour = readValues("hour", fields.hour);
  const day = readDay(fields.day_of_month);
  const month = readValues("month", fields.month);
  const weekday = readWeekday(fields.day_of_week);
  const year = readValues("year", fields.year);
  if (minute.ok && hour.ok && day.ok && month.ok && weekday.ok && year.ok) {
    const schedule: Schedule = {
      minute: minute.value,
      hour: hour.value,
      day_of_month: day.value,
      month: month.value,
      day_of_week: weekday.value,
      year: year.value,
    };
    const conflict = dayConflict(schedule);
    return conflict ? { ok: false, problems: [conflict] } : { ok: true, schedule };
  }
  const read = [minute, hour, day, month, weekday, year];
  return { ok: false, problems: read.flatMap((one) => (one.ok ? [] : [one.problem])) };
}

/** As parseSchedule, of a schedule that a campaign can follow: it comes at most once an hour. */
export function checkSchedule(fields: ScheduleFields): ReturnType<typeof parseSchedule> {
  const read = parseSchedule(fields);
  // Two minutes of one hour are less than an hour apart.
  if (read.ok && read.schedule.minute.values.length > 1)
    return { ok: false, problems: [{ field: "minute", code: "too_often" }] };
  return read;
}

/** Cron reads two day fields as "either"; a last day or an nth weekday beside another day would be neither. */
function dayConflict({ day_of_month: day, day_of_week: weekday }: Schedule): ScheduleProblem | undefined {
  if (day.last && !weekday.any) return { field: "day_of_week", code: "day_and_weekday" };
  if (weekday.nth !== null && !day.any) return { field: "day_of_month", code: "day_and_weekday" };
  return undefined;
}

function readDay(text: string): Read<Schedule["day_of_month"]> {
  if (text === "L") return { ok: true, value: { any: false, values: [], last: true } };
  const read = readValues("day_of_month", text === "?" ? "*" : text);
  return read.ok ? { ok: true, value: { ...read.value, last: false } } : read;
}

function readWeekday(text: string): Read<Schedule["day_of_week"]> {
  const field = "day_of_week";
  const [, day, nth] = /^([^#]*)#([^#]*)$/.exec(text) ?? [];
  if (day !== undefined && nth !== undefined) {
    const at = readNumber(day, LIMITS.day_of_week);
    if (at === undefined || !/^\d$/.test(nth)) return { ok: false, problem: { field, code: "not_a_schedule" } };
    const within = inRange(field, at) ?? (Number(nth) >= 1 && Number(nth) <= 5 ? null : outOf(field, 1, 5));
    if (within) return { ok: false, problem: within };
    return { ok: true, value: { any: false, values: [at % 7], nth: Number(nth) } };
  }
  const read = readValues(field, text === "?" ? "*" : text);
  if (!read.ok) return read;
  const values = [...new Set(read.value.values.map((one) => one % 7))].sort((a, b) => a - b);
  return { ok: true, value: { any: read.value.any, values, nth: null } };
}

/** A list of numbers, ranges and steps. */
function readValues(field: ScheduleField, text: string): Read<ScheduleValues> {
  const values = new Set<number>();
  for (const part of text.split(",")) {
    const read = readPart(field, part);
    if (!read.ok) return read;
    for (const one of read.value) values.add(one);
  }
  return { ok: true, value: { any: text === "*", values: [...values].sort((a, b) => a - b) } };
}

/** `*`, `3`, `1-5`, each with a step: `3/2` goes to the end of the field. */
function readPart(field: ScheduleField, part: string): Read<number[]> {
  const limits = LIMITS[field];
  const unread: Read<never> = { ok: false, problem: { field, code: "not_a_schedule" } };
  const [span = "", step, more] = part.split("/");
  if (more !== undefined || (step !== undefined && !/^\d{1,4}$/.test(step))) return unread;
  const [first = "", last, further] = span.split("-");
  if (further !== undefined) return unread;
  const end = field === "day_of_week" ? 6 : limits.max;
  const from = span === "*" ? limits.min : readNumber(first, limits);
  const to = span === "*" ? end : last === undefined ? from : readNumber(last, limits);
  if (from === undefined || to === undefined) return unread;
  const wrong = inRange(field, from) ?? inRange(field, to);
  if (wrong) return { ok: false, problem: wrong };
  const by = step === undefined ? 1 : Number(step);
  const steps = end - limits.min + 1;
  if (by < 1 || by > steps) return { ok: false, problem: outOf(field, 1, steps) };
  const until = step !== undefined && span !== "*" && last === undefined ? Math.max(from, end) : to;
  if (until < from) return unread;
  return { ok: true, value: Array.from({ length: Math.floor((until - from) / by) + 1 }, (_, at) => from + at * by) };
}

function readNumber(text: string, { min, names }: Limits): number | undefined {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  const named = names.indexOf(text.toLowerCase());
  return named < 0 ? undefined : named + min;
}

const outOf = (field: ScheduleField, min: number, max: number): ScheduleProblem => ({
  field,
  code: "out_of_range",
  min,
  max,
});

function inRange(field: ScheduleField, value: number): ScheduleProblem | null {
  const { min, max } = LIMITS[field];
  return value < min || value > max ? outOf(field, min, max) : null;
}

/** The next moments after one, in order; fewer than `count` where the schedule is over. */
export function nextRuns(schedule: Schedule, after: Date, count: number, zone = "Asia/Tokyo"): Date[] {
  const fieldText = ({ any, values }: ScheduleValues) => (any ? "*" : values.join(","));
  const { minute, hour, day_of_month: day, month, day_of_week: weekday, year } = schedule;
  const days = day.last ? "L" : fieldText(day);
  const weekdays = weekday.nth === null ? fieldText(weekday) : `${fieldText(weekday)}#${weekday.nth}`;
  const pattern = `0 ${fieldText(minute)} ${fieldText(hour)} ${days} ${fieldText(month)} ${weekdays} ${fieldText(year)}`;
  return new Cron(pattern, { timezone: zone, mode: "7-part" }).nextRuns(count, after);
}

/** The field because of which a schedule never comes after a moment; null where it does. */
export function neverAfter(schedule: Schedule, after: Date): ScheduleField | null {
  if (nextRuns(schedule, after, 1).length > 0) return null;
  const { year, day_of_week: weekday } = schedule;
  const inAnyYear = { ...schedule, year: { any: true, values: [] } };
  if (!year.any && nextRuns(inAnyYear, after, 1).length > 0) return "year";
  return weekday.nth === null ? "day_of_month" : "day_of_week";
}
