import type { Logger } from "./log.ts";

const QUIET_MS = 5_000;

export type OutageLines = { failed(facts: object): void; fine(): void };

/**
 * One line when something begins to fail, one when it works again, and a count between: a database that is away for seconds fails
 * thousands of calls and polls, each for the same reason. It works again when something succeeded and nothing has failed for `quietMs`.
 */
export function outageLines(
  log: Logger,
  what: "database" | "jobs" | "clock",
  { now = () => performance.now(), quietMs = QUIET_MS } = {},
): OutageLines {
  let since: number | null = null;
  let last = 0;
  let count = 0;
  return {
    failed(facts) {
      last = now();
      count++;
      if (since !== null) return;
      since = last;
      log.error({ event: `${what}.away`, ...facts }, `${what} away`);
    },
    fine() {
      if (since === null || now() - last < quietMs) return;
      log.warn({ event: `${what}.back`, failures: count, seconds: Math.round((now() - since) / 1000) }, `${what} back`);
      since = null;
      count = 0;
    },
  };
}
