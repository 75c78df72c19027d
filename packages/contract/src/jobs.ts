import { z } from "zod";
import { call, needsOperator } from "./call.ts";

/** Categories of why a job was given up: an error's own message may contain guests' data. */
export const JOB_FAULTS = ["lost", "timeout", "refused", "database", "connection", "program"] as const;

/** What becomes of one account's work: since when a job waits or runs, or when it was given up. */
export const accountWork = z.object({
  state: z.enum(["idle", "waiting", "running", "failed"]),
  since: z.string().nullable(),
});

const failedJob = z.object({
  id: z.uuid(),
  queue: z.string(),
  account: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** First added, and given up after so many tries. */
  created_at: z.string(),
  failed_at: z.string(),
  tries: z.number().int(),
  fault: z.enum(JOB_FAULTS),
});
const answer = z.object({ items: z.array(failedJob) });

/** `failed`: its last try; `overdue`: it should have ended by now. */
export const SCHEDULED_STATES = ["fine", "running", "failed", "overdue"] as const;

const scheduledJob = z.object({
  queue: z.string(),
  /** Each day at this time in Japan, or every so many minutes. */
  at: z.string().nullable(),
  every_minutes: z.number().int().nullable(),
  /** When it last ended well. */
  last_ended_at: z.string().nullable(),
  next_at: z.string(),
  overdue_since: z.string().nullable(),
  state: z.enum(SCHEDULED_STATES),
  fault: z.enum(JOB_FAULTS).nullable(),
});

export const jobs = {
  /** The newest 200 that were given up after their last try. */
  list: call(needsOperator).route({ method: "GET", path: "/jobs", summary: "止まった処理" }).output(answer),
  /** Work that comes by the clock: when it ran last, when it runs next, and what is missing. */
  scheduled: call(needsOperator)
    .route({ method: "GET", path: "/jobs/scheduled", summary: "定時の処理" })
    .output(z.object({ items: z.array(scheduledJob) })),
  /** Puts it back into its queue, with all its retries. Idempotent. */
  retry: call(needsOperator)
    .route({ method: "POST", path: "/jobs/{id}/retry", summary: "止まった処理をやり直す" })
    .input(z.object({ id: z.uuid() }))
    .output(answer),
};
