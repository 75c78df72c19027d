import type { PgBoss } from "pg-boss";
import { errorFacts } from "../log.ts";
import type { OutageLines } from "../outage-lines.ts";
import { FAILED_JOBS } from "./queues.ts";

/** How often this process looks for jobs that become due. */
const LOOK_MS = 2_000;

/**
 * Wakes the workers of this process for jobs that become due: tries after a pause and jobs for later, which no notification announces. The
 * engine's own notifications announce the rest, and workers that wait for them look by themselves only once a minute.
 * @returns stops it.
 */
export function wakeForDueJobs(boss: PgBoss, wake: (queue: string) => void, outage: OutageLines): () => void {
  const timers = new Map<string, NodeJS.Timeout>();
  let stopped = false;
  const look = async () => {
    const { rows } = await boss.getDb().executeSql(
      `select name, extract(epoch from min(start_after) - now()) * 1000 as due_in_ms
        from pgboss.job
        where state < 'active' and name <> $1 and start_after <= now() + make_interval(secs => $2)
        group by name`,
      [FAILED_JOBS, (2 * LOOK_MS) / 1_000],
    );
    for (const { name, due_in_ms } of rows as { name: string; due_in_ms: string }[]) {
      if (stopped || timers.has(name)) continue;
      const due = () => {
        timers.delete(name);
        wake(name);
      };
      timers.set(name, setTimeout(due, Math.max(0, Math.ceil(Number(due_in_ms)))));
    }
  };
  const looking = setInterval(
    () => void look().then(outage.fine, (error) => outage.failed(errorFacts(error))),
    LOOK_MS,
  );
  return () => {
    stopped = true;
    clearInterval(looking);
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
