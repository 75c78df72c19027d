import { addMonths, type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import type { ActionPoints, MonthlyFlow, MonthlyGrant, MonthlyStays, ReportPeriod } from "./reports.queries.ts";

/** 'YYYY-MM' of every month the period touches. */
export function monthsOf(period: ReportPeriod): string[] {
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
      sum(after(grants), (row) => row.balance) -
      sum(after(flows), (row) => row.drawn) -
      sum(after(flows), (row) => row.expired);
    return {
      month,
      granted: sum(within(grants), (row) => row.granted),
      reversed: sum(within(grants), (row) => row.reversed),
      deducted: sum(within(grants), (row) => row.deducted),
      used: sum(within(flows), (row) => row.used),
      expired: sum(within(flows), (row) => row.expired),
      debt_incurred: sum(within(grants), (row) => row.debt_incurred),
      debt_paid: sum(within(grants), (row) => row.debt_paid),
      outstanding: outstandingNow - later,
    };
  });
}

/** Stays of every month, also of those without any. */
export function staysByMonth(months: readonly string[], rows: readonly MonthlyStays[]): MonthlyStays[] {
  return months.map((month) => rows.find((row) => row.month === month) ?? { month, stays: 0, use_price: 0 });
}

/** What became of the points of each campaign action within the period. */
export function pointsByAction(grants: readonly MonthlyGrant[]): ActionPoints[] {
  const sums = new Map<number, ActionPoints>();
  for (const { action_id, inside, ...row } of grants) {
    if (action_id === null || !inside) continue;
    const so = sums.get(action_id) ?? { action_id, granted: 0, reversed: 0, deducted: 0, for_debt: 0 };
    sums.set(action_id, {
      action_id,
      granted: so.granted + row.granted,
      reversed: so.reversed + row.reversed,
      deducted: so.deducted + row.deducted,
      for_debt: so.for_debt + row.debt_paid + row.covered,
    });
  }
  return [...sums.values()].filter(({ action_id: _id, ...points }) => Object.values(points).some((n) => n !== 0));
}
