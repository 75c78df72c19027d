import { addDays, type CalendarDate, calendarDate } from "../calendar-date.ts";

/** One row of a basic campaign's rule history. Rows are only ever added; a higher id is newer. */
export interface RuleVersion {
  id: number;
  /** First check-out day. */
  valid_from: CalendarDate;
  /** Last check-out day of an explicit payment of older stays; null for what is in force until the next version. */
  valid_to: CalendarDate | null;
  /** False from the day on which the campaign was stopped. */
  pays: boolean;
  /** The campaign's own period, both days inclusive; null: open. */
  start_on: CalendarDate | null;
  end_on: CalendarDate | null;
}

/** Check-out days that a version pays, both inclusive. */
export interface PaidPeriod<V> {
  version: V;
  from: CalendarDate;
  to: CalendarDate;
}

const FIRST = calendarDate("0001-01-01");
const LAST = calendarDate("9999-12-31");

/**
 * Which version of one campaign pays which check-out days (product §4, §5): the one in force at the end of the day, and on days that
 * none pays, the first explicit payment of older stays that names them. Periods do not overlap; by first day.
 */
export function paidPeriods<V extends RuleVersion>(versions: readonly V[]): PaidPeriod<V>[] {
  const newestFirst = [...versions].sort((a, b) => b.id - a.id);
  const paid: PaidPeriod<V>[] = [];
  let until = LAST;
  for (const version of newestFirst.filter((one) => one.valid_to === null)) {
    if (version.valid_from > until) continue;
    if (version.pays) paid.push(...within(version, version.valid_from, until));
    if (version.valid_from === FIRST) break;
    until = addDays(version.valid_from, -1);
  }
  for (const version of newestFirst.reverse()) {
    if (version.valid_to === null) continue;
    const inPeriod = within(version, version.valid_from, version.valid_to);
    paid.push(...inPeriod.flatMap((period) => without(period, paid)));
  }
  return paid.sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** The days narrowed to the campaign's period as the version has it. */
function within<V extends RuleVersion>(version: V, from: CalendarDate, to: CalendarDate): PaidPeriod<V>[] {
  const first = version.start_on !== null && version.start_on > from ? version.start_on : from;
  const last = version.end_on !== null && version.end_on < to ? version.end_on : to;
  return first <= last ? [{ version, from: first, to: last }] : [];
}

/** What is left of a period once other periods are cut out. */
function without<V>(period: PaidPeriod<V>, others: readonly PaidPeriod<V>[]): PaidPeriod<V>[] {
  return others.reduce<PaidPeriod<V>[]>(
    (left, other) =>
      left.flatMap((one) => {
        if (other.to < one.from || other.from > one.to) return [one];
        const before = other.from > one.from ? [{ ...one, to: addDays(other.from, -1) }] : [];
        const after = other.to < one.to ? [{ ...one, from: addDays(other.to, 1) }] : [];
        return [...before, ...after];
      }),
    [period],
  );
}
