import { type CalendarDate, todayInTokyo } from "@okaeri/domain/calendar-date";

/** Where the time comes from; tests hand in their own. `wait`: how somebody is let wait, where it is not real time that passes. */
export type Clock = { now(): Date; wait?(ms: number): Promise<void> };

export const systemClock: Clock = { now: () => new Date() };

/** The calendar day in Asia/Tokyo. */
export function todayOf(clock: Clock): CalendarDate {
  return todayInTokyo(clock.now());
}
