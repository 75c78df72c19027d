import { sql } from "kysely";
import type { Tx } from "../database/connection.ts";
import { FAILED_JOBS, type QueueName } from "./queues.ts";

/** `since`: added, begun, or given up. */
export type AccountJob = { state: "waiting" | "running" | "failed"; since: Date };
export type ScoringJob = AccountJob & { rfm_id: number };

const STATE = sql`case when name = ${FAILED_JOBS} then 'failed' when state = 'active' then 'running' else 'waiting' end as state,
  case when state = 'active' then started_on else created_on end as since`;
/** The queue of the job, also once it was given up. */
const queueIs = (...names: QueueName[]) =>
  sql`case when name = ${FAILED_JOBS} then source_name else name end = any(${names}::text[])`;

/**
 * Jobs that score RFMs of this account, alone or in a run of small ones: those that wait or run, and those that were given up. The
 * transaction must be allowed to see jobs (jobs.ts).
 */
export function scoringJobs(tx: Tx, accountId: number): Promise<ScoringJob[]> {
  const own = JSON.stringify({ account_id: accountId });
  const inRun = JSON.stringify({ rfms: [{ account_id: accountId }] });
  return tx.all<ScoringJob>`select (rfm->>'rfm_id')::bigint as rfm_id, ${STATE}
    from pgboss.job, jsonb_array_elements(coalesce(data->'rfms', jsonb_build_array(data))) rfm
    where state < 'completed' and (data @> ${own}::jsonb or data @> ${inRun}::jsonb) and (rfm->>'account_id')::bigint = ${accountId}
      and ${queueIs("score-rfm", "score-small-rfms")}
    order by since`;
}

/** Whether a rule of this account waits to be applied to its stays, or is being applied. The transaction must be allowed to see jobs. */
export async function isSettling(tx: Tx, accountId: number): Promise<boolean> {
  const own = JSON.stringify({ account_id: accountId });
  const found = await tx.all`select from pgboss.job
    where state < 'completed' and data @> ${own}::jsonb and ${queueIs("settle-stays", "pay-stays")} limit 1`;
  return found.length > 0;
}

/** Jobs that judge the ranks of this account: its own, and the night's, which goes from programme to programme. */
export function evaluationJobs(tx: Tx, accountId: number): Promise<AccountJob[]> {
  const own = JSON.stringify({ account_id: accountId });
  return tx.all<AccountJob>`select ${STATE}
    from pgboss.job
    where state < 'completed' and ${queueIs("evaluate-ranks")} and (data @> ${own}::jsonb or not coalesce(data, '{}') ? 'account_id')
    order by since`;
}

/** Jobs that give guests of this account member numbers. */
export function numberingJobs(tx: Tx, accountId: number): Promise<AccountJob[]> {
  const own = JSON.stringify({ account_id: accountId });
  return tx.all<AccountJob>`select ${STATE}
    from pgboss.job
    where state < 'completed' and data @> ${own}::jsonb and ${queueIs("assign-member-numbers")}
    order by since`;
}

const IDLE = { state: "idle", since: null } as const;

/** What becomes of the work: what runs before what waits, and a failure only until the work was done later. `doneAt`: when it last was. */
export function workState(jobs: readonly AccountJob[], doneAt: Date | null) {
  const those = (state: AccountJob["state"]) => jobs.filter((job) => job.state === state);
  // A job for several accounts goes on after this one is done.
  const [running] = those("running").filter((job) => doneAt === null || job.since > doneAt);
  const [waiting] = those("waiting");
  const failed = those("failed").findLast((job) => doneAt === null || job.since > doneAt);
  const found = running ?? waiting ?? failed;
  return found ? { state: found.state, since: found.since.toISOString() } : IDLE;
}
