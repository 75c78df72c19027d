import type { Tx } from "../database/connection.ts";

/** `oldest`: seconds since the oldest job that is due was due; 0 when none waits. */
export type WaitingJobs = { queue: string; waits: number; runs: number; oldest: number };

/** Queues in which a job waits or runs. The transaction must be allowed to see jobs (jobs.ts, `dbOf`). */
export function waitingJobs(tx: Tx): Promise<WaitingJobs[]> {
  return tx.all<WaitingJobs>`select name as queue, count(*) filter (where state <> 'active')::int as waits,
      count(*) filter (where state = 'active')::int as runs,
      coalesce(extract(epoch from now() - min(start_after) filter (where state <> 'active' and start_after <= now())), 0)::float8
        as oldest
    from pgboss.job
    where state < 'completed' and name <> 'failed-jobs'
    group by name
    order by name`;
}
