import { addDays, type CalendarDate, daysBetween } from "../calendar-date.ts";

/** How many days before and after its last day an end is announced. */
export const NOTICE_DAYS = { before: 30, after: 7 } as const;
const WEEK = 7;

/** When an end is announced: 30 days before, 7 days before, and once it is over. */
export type EndStage = "month" | "week" | "over";

/** The stage that an end has come to on a day; undefined: too early, or long over. A night that was missed is made up for by the next. */
export function endStage(endsOn: CalendarDate, today: CalendarDate): EndStage | undefined {
  const left = daysBetween(today, endsOn);
  if (left > NOTICE_DAYS.before || left < -NOTICE_DAYS.after) return undefined;
  if (left < 0) return "over";
  return left <= WEEK ? "week" : "month";
}

/** First and last day, both inclusive; null = open. */
type Period = { from: CalendarDate | null; to: CalendarDate | null };

const runsOn = ({ from, to }: Period, day: CalendarDate) =>
  (from === null || from <= day) && (to === null || to >= day);

/** Whether saving `after` in place of `before` stops at once, or with today, what runs today. */
export function stopsNow(before: readonly Period[], after: readonly Period[], today: CalendarDate): boolean {
  const runs = (periods: readonly Period[], day: CalendarDate) => periods.some((period) => runsOn(period, day));
  return runs(before, today) && !(runs(after, today) && runs(after, addDays(today, 1)));
}
