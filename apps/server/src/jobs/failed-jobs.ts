import type { JOB_FAULTS } from "@okaeri/contract/jobs";
import type { PgBoss } from "pg-boss";
import { FAILED_JOBS } from "./queues.ts";

export type FailedJob = {
  id: string;
  queue: string;
  accountId: number | null;
  createdAt: Date;
  failedAt: Date;
  tries: number;
  fault: (typeof JOB_FAULTS)[number];
};

/** Jobs that were given up after their last try, newest first. */
export async function failedJobs(boss: PgBoss): Promise<FailedJob[]> {
  const found = await boss.findJobs<{ account_id?: number }>(FAILED_JOBS, { queued: true });
  return found
    .map((job) => ({
      id: job.id,
      queue: job.sourceName ?? "",
      accountId: typeof job.data?.account_id === "number" ? job.data.account_id : null,
      createdAt: job.sourceCreatedOn ?? job.createdOn,
      failedAt: job.createdOn,
      tries: (job.sourceRetryCount ?? 0) + 1,
      fault: faultOf(job.sourceOutput),
    }))
    .toSorted((a, b) => b.failedAt.getTime() - a.failedAt.getTime());
}

/** The kind of an error, or of what the engine kept of it, and nothing of its words. */
export function faultOf(error: unknown): FailedJob["fault"] {
  const output = error as { code?: unknown; message?: unknown; value?: { message?: unknown } } | null;
  const failureText = String(output?.value?.message ?? output?.message ?? "");
  if (failureText === "job heartbeat timeout") return "lost";
  if (failureText === "job timed out" || failureText.startsWith("handler execution exceeded")) return "timeout";
  const code = String(output?.code ?? "");
  if (/^2[23][0-9A-Z]{3}$/.test(code)) return "refused";
  if (/^[0-9A-Z]{5}$/.test(code)) return "database";
  return /^E[A-Z]+$/.test(code) ? "connection" : "program";
}
