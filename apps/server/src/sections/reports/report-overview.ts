import { addMonths, type CalendarDate, calendarDate, lastDayOfMonth } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { CallError } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import {
  campaignResults,
  monthlyGrants,
  monthlyStays,
  monthlyUses,
  type Period,
  pointsOutstanding,
} from "./reports.queries.ts";
import { grantsByAction, monthsOf, pointsByMonth, staysByMonth } from "./reports.rows.ts";

const MAX_YEARS = 10;
const TEXTS = {
  backward: { ja: "開始日より後の日付にしてください", en: "Must not be before the first day" },
  long: { ja: `期間は${MAX_YEARS}年以内にしてください`, en: `At most ${MAX_YEARS} years` },
};

/** Everything that the reports show of a period. @throws CallError INVALID_INPUT naming the day at fault. */
export async function reportOverview(
  tx: Tx,
  scope: Scope,
  asked: { from?: string | undefined; to?: string | undefined },
  { today, language }: { today: CalendarDate; language: "ja" | "en" },
) {
  const period = periodOf(asked, today, language);
  const months = monthsOf(period);
  const whole = wholeMonths(period);
  const grants = await monthlyGrants(tx, scope, whole.from, period);
  const flows = await monthlyUses(tx, scope, whole.from, today);
  const outstanding = await pointsOutstanding(tx, scope, today);
  const campaigns = await campaignResults(tx, scope, period, grantsByAction(grants));
  const stays = await monthlyStays(tx, scope, whole);
  return {
    ...period,
    campaigns: campaigns.map((row) => ({ ...row, last_sent_at: row.last_sent_at?.toISOString() ?? null })),
    points: pointsByMonth(months, grants, flows, outstanding),
    stays: staysByMonth(months, stays),
  };
}

/** Twelve months up to today unless asked otherwise. */
function periodOf(
  input: { from?: string | undefined; to?: string | undefined },
  today: CalendarDate,
  language: "ja" | "en",
): Period {
  const to = input.to === undefined ? today : calendarDate(input.to);
  const from =
    input.from === undefined ? calendarDate(`${addMonths(to, -11).slice(0, 7)}-01`) : calendarDate(input.from);
  if (to < from) throw new CallError("INVALID_INPUT", { fields: { to: TEXTS.backward[language] } });
  if (addMonths(from, MAX_YEARS * 12) < to)
    throw new CallError("INVALID_INPUT", { fields: { to: TEXTS.long[language] } });
  return { from, to };
}

/** Tables by month show whole months: half a month's points beside a month's end balance would not add up. */
function wholeMonths({ from, to }: Period): Period {
  return { from: calendarDate(`${from.slice(0, 7)}-01`), to: lastDayOfMonth(to) };
}
