import { type CalendarDate, todayInTokyo } from "@okaeri/domain/calendar-date";

/**
 * Where the time comes from; tests hand in their own. `wait`: how somebody is let wait, where it is not real time that passes. `renew`: asks
 * anew what time it is where somebody else may have moved it (jobs/demo-clock.ts).
 */
export type Clock = { now(): Date; wait?(ms: number): Promise<void>; renew?(): Promise<void> };

/** Which of the two something reads: docs/adr/0520. */
export type Clocks = {
  /** The days that hotels and guests live in: stays, points, campaigns and the work that comes by the clock. A demo moves it. */
  clock: Clock;
  /** What time it is: sign-in, sessions, tokens, keys and throttles, which nobody moves. */
  realClock: Clock;
};

export const systemClock: Clock = { now: () => new Date() };

/** The calendar day in Asia/Tokyo. */
export function todayOf(clock: Clock): CalendarDate {
  return todayInTokyo(clock.now());
}
