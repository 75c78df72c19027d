import { addDays, type CalendarDate } from "../../calendar-date.ts";
import type { TriggerBase } from "./trigger.ts";

// An occasion: the day of a trigger's base for one guest. When it is met.

/** What the moment depends on. */
interface Trigger {
  base: TriggerBase;
  offset_days: number;
  /** HH:MM in Tokyo. */
  time: string;
}

const BEFORE: ReadonlySet<TriggerBase> = new Set([
  "before_check_in",
  "before_check_out",
  "birthday",
  "points_expire",
  "rank_ends",
]);
/** Its days are counted back from the day of the base; all others on from it. */
export const countsBack = (base: TriggerBase): boolean => BEFORE.has(base);

/** The day on which the occasion of a base's day is met. */
export const meetingDay = ({ base, offset_days }: Trigger, day: CalendarDate): CalendarDate =>
  addDays(day, countsBack(base) ? -offset_days : offset_days);
