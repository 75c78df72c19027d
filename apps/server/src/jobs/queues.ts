import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { PgBoss } from "pg-boss";

/**
 * Every queue with the data of its jobs. A worker that dies stops its heartbeat; the monitor then gives the job to another one. A heartbeat
 * every 20 s and a look every 15 s keep that well under 90 s (quality: dead worker).
 */
export const QUEUES = [
  "import-reservations",
  "process-feeds",
  "check-import",
  "undo-import",
  "snapshot-recipients",
  "deliver-push",
  "deliver-events",
  "deliver-slowly",
  "score-rfm",
  "score-small-rfms",
  "account-mail",
  "expire-points",
  "evaluate-ranks",
  "prove-ledgers",
  "recount-mails",
  "recompute-attributions",
  "prove-conversions",
  "pay-stays",
  "revoke-send",
  "find-trigger-events",
  "process-trigger-events",
  "send-test",
  "settle-stays",
  "requeue-imports",
  "maintain-feeds",
  "write-key-lines",
  "revive-pushes",
  "run-campaigns",
  "run-campaign",
  "score-all-rfms",
  "clear-sign-ins",
  "announce-ends",
  "clear-uploads",
  "erase-guests",
  "assign-member-numbers",
  "nightly-backup",
  "purge-old-rows",
] as const;
export type QueueName = (typeof QUEUES)[number];

/**
 * The dead letter queue: jobs that were given up after their last try. Nobody works them off; an operator looks at them (docs/adr/0350).
 */
export const FAILED_JOBS = "failed-jobs";
const RETENTION_SECONDS = 90 * 24 * 3600;

export type JobData = {
  "import-reservations": { account_id: number; import_batch_id: number };
  "process-feeds": { account_id: number };
  "check-import": { account_id: number; import_batch_id: number };
  "undo-import": { account_id: number; import_batch_id: number };
  "snapshot-recipients": { account_id: number; push_action_id: number };
  "deliver-push": { account_id: number; push_action_id: number };
  "deliver-events": { account_id: number };
  /** Of an account's events where no push is named. */
  "deliver-slowly": { account_id: number; push_action_id: number | null };
  "account-mail": { sealed: string };
  "expire-points": object;
  /** Of one programme; without, of every one. */
  "evaluate-ranks": { account_id?: number };
  "prove-ledgers": object;
  "recount-mails": object;
  "recompute-attributions": object;
  "prove-conversions": object;
  "pay-stays": { account_id: number; stay_payment_id: number };
  "revoke-send": { account_id: number; send_revocation_id: number };
  "find-trigger-events": object;
  "process-trigger-events": { account_id: number; campaign_id: number };
  "send-test": { account_id: number; message_job_id: number };
  /** Stays by check-out day; `to` null: open; `after`: the last customer that is done. */
  "settle-stays": { account_id: number; from: CalendarDate; to: CalendarDate | null; after: number };
  "requeue-imports": object;
  "maintain-feeds": object;
  "write-key-lines": object;
  "revive-pushes": object;
  "run-campaigns": object;
  "run-campaign": { account_id: number; campaign_id: number };
  "score-all-rfms": object;
  "clear-sign-ins": object;
  "announce-ends": object;
  "clear-uploads": object;
  "erase-guests": object;
  "nightly-backup": object;
  "purge-old-rows": object;
  "assign-member-numbers": { account_id: number; user_id: number };
  "score-rfm": { account_id: number; rfm_id: number };
  "score-small-rfms": { rfms: readonly { account_id: number; rfm_id: number }[] };
};

/**
 * Queues where one job does not wait for the last, and where a worker does one job of a group at a time: one
 * programme's million, or one cause's mails (jobs/jobs.ts, `group`), leave the other lanes to the rest. A limit over all workers would let
 * the waiting jobs of one group stand before those of the others. Several workers may have jobs of one group: what they do is idempotent.
 */
export const LANES: Partial<Record<QueueName, number>> = {
  "snapshot-recipients": 2,
  "deliver-push": 2,
  "account-mail": 4,
  "send-test": 2,
  "process-feeds": 2,
  "deliver-events": 2,
  // They wait for their turns most of the time.
  "deliver-slowly": 8,
  "run-campaign": 2,
  "process-trigger-events": 2,
};

const HEARTBEAT_SECONDS = 20;
export const MONITOR_SECONDS = 15;

/**
 * Creates what is missing and takes away what no longer is; run by the owner after the migrations. Pushes and imports whose job goes with
 * its queue are found by those that look for lost ones.
 */
export async function createQueues(boss: PgBoss): Promise<void> {
  const known = (name: string) =>
    name === FAILED_JOBS || name.startsWith("__pgboss") || (QUEUES as readonly string[]).includes(name);
  // What comes by the clock is not the engine's (schedules.ts): it forgets what is due while nobody looks.
  for (const { name } of await boss.getSchedules()) await boss.unschedule(name);
  for (const { name } of await boss.getQueues()) if (!known(name)) await boss.deleteQueue(name);
  if (!(await boss.getQueue(FAILED_JOBS))) await boss.createQueue(FAILED_JOBS, { retentionSeconds: RETENTION_SECONDS });
  for (const name of QUEUES) {
    const queue = await boss.getQueue(name);
    if (queue && !(queue.deadLetter === FAILED_JOBS && queue.notify))
      await boss.updateQueue(name, { deadLetter: FAILED_JOBS, notify: true });
    if (queue) continue;
    await boss.createQueue(name, {
      policy: "standard",
      // A new job wakes the workers, which otherwise look seldom.
      notify: true,
      deadLetter: FAILED_JOBS,
      retryLimit: 5,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 60,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: 6 * 3600,
    });
  }
}
