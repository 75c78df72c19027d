import { addMonths, type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import type { MonthlyFlow, MonthlyGrant, MonthlyStays, Period } from "./reports.queries.ts";

/** 'YYYY-MM' of every month the period touches. */
export function monthsOf(period: Period): string[] {
  const months: string[] = [];
  for (let day = firstOfMonth(period.from); day <= period.to; day = addMonths(day, 1)) months.push(day.slice(0, 7));
  return months;
}

function firstOfMonth(day: CalendarDate): CalendarDate {
  return calendarDate(`${day.slice(0, 7)}-01`);
}

/**
 * Points by month. `outstanding` stands at the end of the month (now, for the running one): today's balance, less what came after.
 * Flows must reach from the period's first day to today.
 */
export function pointsByMonth(
  months: readonly string[],
  grants: readonly MonthlyGrant[],
  flows: readonly MonthlyFlow[],
  outstandingNow: number,
) {
  const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);
  return months.map((month) => {
    const within = <Row extends { month: string }>(rows: readonly Row[]) => rows.filter((row) => row.month === month);
    const after = <Row extends { month: string }>(rows: readonly Row[]) => rows.filter((row) => row.month > month);
    const later =
      sum(after(grants), (row) => row.granted) -
      sum(after(flows), (row) => row.drawn) -
      sum(after(flows), (row) => row.expired);
    return {
      month,
      granted: sum(within(grants), (row) => row.granted),
      used: sum(within(flows), (row) => row.used),
      expired: sum(within(flows), (row) => row.expired),
      outstanding: outstandingNow - later,
    };
  });
}

/** Stays of every month, also of those without any. */
export function staysByMonth(months: readonly string[], rows: readonly MonthlyStays[]): MonthlyStays[] {
  return months.map((month) => rows.find((row) => row.month === month) ?? { month, stays: 0, use_price: 0 });
}

/** Points granted per campaign action within the period. */
export function grantsByAction(grants: readonly MonthlyGrant[]): { action_id: number; granted: number }[] {
  const sums = new Map<number, number>();
  for (const { action_id, in_period } of grants)
    if (action_id !== null && in_period !== 0) sums.set(action_id, (sums.get(action_id) ?? 0) + in_period);
  return [...sums].map(([action_id, granted]) => ({ action_id, granted }));
}
