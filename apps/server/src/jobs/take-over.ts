import type { PgBoss } from "pg-boss";
import type { Logger } from "../log.ts";

/** Three heartbeats missed; the engine itself would wait for longer, and count a dead worker as one of the job's own tries. */
const SILENT_SECONDS = 15;
/** So often a job may lose its worker before the engine's rule holds: it may be what kills them. */
const MOST = 200;

/**
 * Gives the jobs of workers that are gone to others at once, and says so in one line each. The try is not counted, because the job did not
 * fail; its number grows all the same, for a worker that comes back to life must see that its job is another's now.
 * @returns the queues of the jobs that were taken over.
 */
export async function takeOverLostJobs(boss: PgBoss, log: Logger): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(
    `update pgboss.job set state = 'retry', retry_count = retry_count + 1, retry_limit = retry_limit + 1, start_after = now(),
        heartbeat_on = null
      where state = 'active' and heartbeat_seconds is not null and heartbeat_on < now() - make_interval(secs => $1)
        and retry_limit < $2 returning name, id, retry_count`,
    [SILENT_SECONDS, MOST],
  );
  const lost = rows as { name: string; id: string; retry_count: number }[];
  for (const { name, id, retry_count } of lost)
    log.warn({ event: "job.taken_over", queue: name, job: id, attempt: retry_count }, "its worker is gone");
  return lost.map(({ name }) => name);
}
