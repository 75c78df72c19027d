import type { PgBoss } from "pg-boss";
import type { Logger } from "../log.ts";

/** Three heartbeats missed; the engine itself would wait for longer, and count a dead worker as one of the job's own tries. */
const SILENT_SECONDS = 15;
/** So often a job may lose its worker before the engine's rule holds: it may be what kills them. */
const MOST = 200;

/** So long a job waits for a lock that somebody else holds before it tries again. */
const LOCK_WAIT_SECONDS = 5;

/** What is stamped so far ahead was stamped before the database's clock was set back. */
const AHEAD_SECONDS = 15;

/**
 * If the clock is set back an hour, a dead worker would keep its job for that hour, and a waiting job would wait: both are measured from
 * stamps that are now in the future. They are set to now; a living worker goes on from there.
 */
async function bringBackFromAhead(boss: PgBoss): Promise<void> {
  await boss.getDb().executeSql(
    `update pgboss.job set heartbeat_on = least(heartbeat_on, now()), created_on = least(created_on, now()),
        start_after = case when created_on > now() then start_after - (created_on - now()) else start_after end
      where state in ('created', 'retry', 'active') and (heartbeat_on > now() + make_interval(secs => $1)
        or created_on > now() + make_interval(secs => $1))`,
    [AHEAD_SECONDS],
  );
}

/**
 * Gives the jobs of dead workers (no heartbeat) to others at once, and logs one line each. The try is not counted, because the job did not
 * fail. Its number grows all the same (a fencing token): a worker that comes back to life must see that its job belongs to another one now.
 * @returns the queues of the jobs that were taken over.
 */
export async function takeOverLostJobs(boss: PgBoss, log: Logger): Promise<string[]> {
  await bringBackFromAhead(boss);
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

/**
 * Puts a job back into its queue that another one's lock kept from its work: an import may hold a programme for minutes. The try is not
 * counted, because nothing of the job was done. Returns false if the job belongs to another worker by now, or waited too often.
 */
export async function giveBackWaiting(
  boss: PgBoss,
  { id, retryCount }: { id: string; retryCount?: number },
): Promise<boolean> {
  const { rows } = await boss.getDb().executeSql(
    `update pgboss.job set state = 'retry', retry_count = retry_count + 1, retry_limit = retry_limit + 1,
        start_after = now() + make_interval(secs => $3), heartbeat_on = null
      where id = $1 and state = 'active' and retry_count = coalesce($4, retry_count) and retry_limit < $2 returning id`,
    [id, MOST, LOCK_WAIT_SECONDS, retryCount ?? null],
  );
  return rows.length > 0;
}
