import { type CalendarDate, todayInTokyo } from "@okaeri/domain/calendar-date";

/** Where the time comes from; tests hand in their own. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** The calendar day in Asia/Tokyo. */
export function todayOf(clock: Clock): CalendarDate {
  return todayInTokyo(clock.now());
}
