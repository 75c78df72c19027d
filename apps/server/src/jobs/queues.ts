import type { PgBoss } from "pg-boss";

/**
 * Every queue of the product with what its jobs carry. A worker that dies stops its heartbeat; the monitor then gives the job
 * to another one. 20 s heartbeat and a 15 s look keep that well under 90 s (quality: dead worker).
 */
export const QUEUES = ["import-reservations", "prepare-push", "send-mails", "grant-push-points", "score-rfm"] as const;
export type QueueName = (typeof QUEUES)[number];

export type JobData = {
  "import-reservations": { account_id: number; import_batch_id: number };
  "prepare-push": { account_id: number; push_action_id: number };
  "send-mails": { account_id: number; push_action_id: number };
  "grant-push-points": { account_id: number; push_action_id: number };
  "score-rfm": { account_id: number; rfm_id: number };
};

const HEARTBEAT_SECONDS = 20;
export const MONITOR_SECONDS = 15;

/** Creates what is missing; run by the owner after the migrations. */
export async function createQueues(boss: PgBoss): Promise<void> {
  for (const name of QUEUES) {
    if (await boss.getQueue(name)) continue;
    await boss.createQueue(name, {
      policy: "standard",
      retryLimit: 5,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 60,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: 6 * 3600,
    });
  }
}
