/** Hours in Japan's time, `HH:MM`, in which nothing reaches a guest: from the first (inclusive) until the second. They may cross midnight. */
export type QuietHours = { from: string; until: string };

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** Japan keeps no daylight saving time. */
const TOKYO_MINUTES = 9 * 60;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The moment the quiet hours end that `now` lies in; null when it lies in none. */
export function quietUntil(hours: QuietHours | null, now: Date): Date | null {
  if (hours === null) return null;
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  const timeOfDay = (minute + TOKYO_MINUTES) % DAY_MINUTES;
  const length = (minutesOf(hours.until) - minutesOf(hours.from) + DAY_MINUTES) % DAY_MINUTES;
  const passed = (timeOfDay - minutesOf(hours.from) + DAY_MINUTES) % DAY_MINUTES;
  return passed < length ? new Date((minute + length - passed) * MINUTE_MS) : null;
}
