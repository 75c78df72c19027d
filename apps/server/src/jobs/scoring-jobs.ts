import type { Tx } from "../database/connection.ts";
import { FAILED_JOBS } from "./queues.ts";

/** `since`: added, begun, or given up. */
export type ScoringJob = { rfm_id: number; state: "waiting" | "running" | "failed"; since: Date };

/**
 * Jobs that score RFMs of this account, alone or in a run of small ones: those that wait or run, and those that were given up. The
 * transaction must be allowed to see jobs (jobs.ts).
 */
export function scoringJobs(tx: Tx, accountId: number): Promise<ScoringJob[]> {
  const own = JSON.stringify({ account_id: accountId });
  const inRun = JSON.stringify({ rfms: [{ account_id: accountId }] });
  return tx.all<ScoringJob>`select (rfm->>'rfm_id')::bigint as rfm_id,
      case when name = ${FAILED_JOBS} then 'failed' when state = 'active' then 'running' else 'waiting' end as state,
      case when state = 'active' then started_on else created_on end as since
    from pgboss.job, jsonb_array_elements(coalesce(data->'rfms', jsonb_build_array(data))) rfm
    where state < 'completed' and (data @> ${own}::jsonb or data @> ${inRun}::jsonb) and (rfm->>'account_id')::bigint = ${accountId}
      and case when name = ${FAILED_JOBS} then source_name else name end in ('score-rfm', 'score-small-rfms')
    order by since`;
}
