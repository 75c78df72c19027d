import { type CalendarDate, daysBetween } from "../calendar-date.ts";

/** How long before and after its last day an end is told of, in days. */
export const TOLD_DAYS = { before: 30, after: 7 } as const;
const WEEK = 7;

/** When an end is announced: 30 days before, 7 days before, and once it is over. */
export type EndStage = "month" | "week" | "over";

/** The stage that an end has come to on a day; undefined: too early, or long over. A night that was missed is made up for by the next. */
export function endStage(endsOn: CalendarDate, today: CalendarDate): EndStage | undefined {
  const left = daysBetween(today, endsOn);
  if (left > TOLD_DAYS.before || left < -TOLD_DAYS.after) return undefined;
  if (left < 0) return "over";
  return left <= WEEK ? "week" : "month";
}
