import { addMonths, type CalendarDate, calendarDate, lastDayOfMonth } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { fieldError } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import {
  campaignResultRows,
  monthlyGrants,
  monthlyStays,
  monthlyUses,
  pointsOutstanding,
  type ReportPeriod,
} from "./reports.queries.ts";
import { monthsOf, pointsByAction, pointsByMonth, staysByMonth } from "./reports.rows.ts";

const MAX_YEARS = 10;

/** Everything that the reports show of a period. @throws CallError INVALID_INPUT naming the day at fault. */
export async function reportOverview(
  tx: Tx,
  scope: Scope,
  range: { from?: string | undefined; to?: string | undefined },
  today: CalendarDate,
) {
  const period = periodOf(range, today);
  const months = monthsOf(period);
  const whole = wholeMonths(period);
  const grants = await monthlyGrants(tx, scope, whole.from, period);
  const flows = await monthlyUses(tx, scope, whole.from, today);
  const outstanding = await pointsOutstanding(tx, scope, today);
  const campaigns = await campaignResultRows(tx, scope, period, pointsByAction(grants));
  const stays = await monthlyStays(tx, scope, whole);
  return {
    ...period,
    campaigns: campaigns.map((row) => ({ ...row, last_sent_at: row.last_sent_at?.toISOString() ?? null })),
    points: pointsByMonth(months, grants, flows, outstanding),
    stays: staysByMonth(months, stays),
  };
}

/** Twelve months up to today unless asked otherwise. */
function periodOf(input: { from?: string | undefined; to?: string | undefined }, today: CalendarDate): ReportPeriod {
  const to = input.to === undefined ? today : calendarDate(input.to);
  const from =
    input.from === undefined ? calendarDate(`${addMonths(to, -11).slice(0, 7)}-01`) : calendarDate(input.from);
  if (to < from) throw fieldError("to", { code: "before_start" });
  if (addMonths(from, MAX_YEARS * 12) < to) throw fieldError("to", { code: "period_too_long", years: MAX_YEARS });
  return { from, to };
}

/** Tables by month show whole months: half a month's points beside a month's end balance would not add up. */
function wholeMonths({ from, to }: ReportPeriod): ReportPeriod {
  return { from: calendarDate(`${from.slice(0, 7)}-01`), to: lastDayOfMonth(to) };
}
