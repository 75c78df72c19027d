import type { Clock } from "../../clock.ts";

export const MAX_ROWS = 1_000;
/** A thousand rows with rooms, companions and lines of a bill. */
export const BODY_BYTES = 8_388_608;
/** Requests of one key in a window, on one process. */
export const REQUESTS = 200;
const WINDOW_MS = 2_000;
/** Rows that may wait for a worker: a sender that is this far ahead is asked to pause. */
export const WAITING_ROWS = 500_000;

/** Counts requests per key in windows of two seconds. Gives the seconds to wait, or null. */
export function requestCounter(clock: Clock): (keyId: number) => number | null {
  let window = -1;
  let counts = new Map<number, number>();
  return (keyId) => {
    const now = clock.now().getTime();
    const current = Math.floor(now / WINDOW_MS);
    if (current !== window) [window, counts] = [current, new Map()];
    const count = (counts.get(keyId) ?? 0) + 1;
    counts.set(keyId, count);
    return count <= REQUESTS ? null : Math.max(1, Math.ceil(((current + 1) * WINDOW_MS - now) / 1_000));
  };
}
