import {
  addDays,
  type CalendarDate,
  dayOfMonth,
  daysBetween,
  lastDayOfMonth,
  monthOf,
  todayInTokyo,
  toEpochDay,
  yearOf,
} from "../../calendar-date.ts";
import type { ActionType } from "../../enumerations.ts";
import type { TriggerBase } from "./trigger.ts";

// An occasion: the day of a trigger's base for one guest. When it is met, and what counts as met before.

/** What the moment depends on. */
export interface TriggerMoment {
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

/** Facts that come about at any hour of their day: on that very day they are met at the time, or as soon as they are there. */
const DURING_THE_DAY: ReadonlySet<TriggerBase> = new Set(["reserved", "cancelled", "registered", "rank_gained"]);

/** Whether the trigger acts at any hour of the day of its base. */
export const isDuringTheDay = ({ base, offset_days }: TriggerMoment): boolean =>
  offset_days === 0 && DURING_THE_DAY.has(base);

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** Japan keeps no daylight saving time. */
const TOKYO_AHEAD_MS = 9 * HOUR_MS;

const midnight = (day: CalendarDate): number => toEpochDay(day) * DAY_MS - TOKYO_AHEAD_MS;
const momentOn = (day: CalendarDate, time: string): Date =>
  new Date(midnight(day) + Number(time.slice(0, 2)) * HOUR_MS + Number(time.slice(3, 5)) * 60_000);

/** The day on which the occasion of a base's day is met. */
export const meetingDay = ({ base, offset_days }: TriggerMoment, day: CalendarDate): CalendarDate =>
  addDays(day, countsBack(base) ? -offset_days : offset_days);

/** The day of the base whose occasions are met on `meeting`. */
export const baseDay = ({ base, offset_days }: TriggerMoment, meeting: CalendarDate): CalendarDate =>
  addDays(meeting, countsBack(base) ? offset_days : -offset_days);

/** A day of the base, and the moment at which its occasions are met. */
export interface Due {
  day: CalendarDate;
  at: Date;
}

/** What is met on a day. */
export const dueOn = (trigger: TriggerMoment, meeting: CalendarDate): Due => ({
  day: baseDay(trigger, meeting),
  at: momentOn(meeting, trigger.time),
});

export interface Since {
  now: Date;
  /** What is met later than this is not met at all. */
  lateHours: number;
  /** Moments before it are not the campaign's: it was not running yet. */
  since: Date;
}

/** The days of the base whose moment is there and not over, the earliest first. */
export function dueDays(trigger: TriggerMoment, { now, lateHours, since }: Since): Due[] {
  const lateMs = lateHours * HOUR_MS;
  const today = todayInTokyo(now);
  const found: Due[] = [];
  for (let back = Math.ceil(lateHours / 24) + 1; back >= 0; back--) {
    const meeting = addDays(today, -back);
    const due = dueOn(trigger, meeting);
    const { at } = due;
    const last = isDuringTheDay(trigger) ? midnight(meeting) + DAY_MS : at.getTime();
    if (at <= now && at >= since && now.getTime() - last <= lateMs) found.push(due);
  }
  return found;
}

/** Birthdays, as month × 100 + day, that are kept on a day: who was born on 29 February keeps 28 February in other years. */
export function birthdaysOn(day: CalendarDate): number[] {
  const own = monthOf(day) * 100 + dayOfMonth(day);
  return own === 228 && lastDayOfMonth(day) === day ? [own, 229] : [own];
}

export interface Once {
  once_per: "stay" | "year" | "days" | "ever";
  once_days: number | null;
}

/** What is known of an occasion when it is judged or was met. Guests and reservations are those they are today: merged and joined ones are one. */
export interface Met {
  actionId: number;
  segmentId: number;
  type: ActionType;
  base: TriggerBase;
  offsetDays: number;
  customerId: number;
  reservationId: number | null;
  day: CalendarDate;
  metOn: CalendarDate;
}

/** Whether what was met before leaves no room. A guest who fell into another segment is not met there again for the same. */
export function hasReachedFrequencyLimit(once: Once, now: Met, before: readonly Met[]): boolean {
  return before.some((met) => isSameMeeting(met, now) && usesUp(once, now, met));
}

const isSameMeeting = (met: Met, now: Met): boolean =>
  met.actionId === now.actionId ||
  (met.segmentId !== now.segmentId &&
    met.type === now.type &&
    met.base === now.base &&
    met.offsetDays === now.offsetDays);

function usesUp({ once_per, once_days }: Once, now: Met, met: Met): boolean {
  // Of a stay that changed hands, nobody is told twice.
  if (once_per === "stay") return met.reservationId === now.reservationId;
  if (met.customerId !== now.customerId) return false;
  if (once_per === "year") return yearOf(met.day) === yearOf(now.day);
  return once_per === "ever" || Math.abs(daysBetween(met.metOn, now.metOn)) < (once_days ?? 1);
}

/** What a guest can be met for once alone, kept under a unique key. */
export function onceKey({ once_per }: Once, { reservationId, day, metOn }: Met): string {
  if (once_per === "stay") return `stay:${reservationId}`;
  if (once_per === "year") return `year:${yearOf(day)}`;
  return once_per === "ever" ? "ever" : `day:${metOn}`;
}

/** The name of an event: nothing else of the action is called so. It begins with the base, by which it is told whether it still holds. */
export const occasionKey = (
  base: TriggerBase,
  at: Date,
  { customerId, reservationId }: Pick<Met, "customerId" | "reservationId">,
): string => `${base}:${at.toISOString()}:${reservationId === null ? `c${customerId}` : `r${reservationId}`}`;
