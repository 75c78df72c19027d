import type { App } from "../app.ts";
import { lastCopyIn, newestBackupIn } from "../database/backup/backup-folder.ts";
import type { Metric } from "../http/metrics.ts";
import { clockRuns, nowOf } from "../jobs/clock.ts";
import { brokenLedgerCounts } from "../sections/points/ledger-proofs.read.ts";
import { unknownOutcomes } from "../sections/pushes/pushes.read.ts";
import { backupFolder } from "./back-up.ts";

/** Two figures share one query, sent once while both are being collected. */
function together<T>(ask: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => {
    pending ??= ask().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

/** What an operator monitors of the product as a whole; docs/alerts.yaml uses these names. */
export function figures(app: App): Metric[] {
  const one = (value: number) => [{ labels: {}, value }];
  const waiting = together(() => app.database.asSystem((tx) => app.jobs.waiting(tx)));
  const runs = together(() => clockRuns(app));
  return [
    {
      name: "okaeri_jobs",
      help: "Jobs that wait or run, by queue",
      labels: ["queue", "state"],
      values: async () =>
        (await waiting()).flatMap(({ queue, waits, runs }) => [
          { labels: { queue, state: "waiting" }, value: waits },
          { labels: { queue, state: "running" }, value: runs },
        ]),
    },
    {
      name: "okaeri_oldest_job_seconds",
      help: "For how long the oldest job that is due has waited, by queue",
      labels: ["queue"],
      values: async () => (await waiting()).map(({ queue, oldest }) => ({ labels: { queue }, value: oldest })),
    },
    {
      name: "okaeri_failed_jobs",
      help: "Jobs that were given up after their last try and wait for an operator, by queue",
      labels: ["queue"],
      values: async () => {
        const byQueue = Map.groupBy(await app.jobs.failed(), ({ queue }) => queue);
        return [...byQueue].map(([queue, jobs]) => ({ labels: { queue }, value: jobs.length }));
      },
    },
    {
      name: "okaeri_last_run_timestamp_seconds",
      help: "When work that comes by the clock last ended well, by queue",
      labels: ["queue"],
      values: async () =>
        (await runs()).flatMap(({ job, endedAt }) =>
          endedAt === null ? [] : [{ labels: { queue: job }, value: endedAt.getTime() / 1000 }],
        ),
    },
    {
      name: "okaeri_overdue_seconds",
      help: "For how long work that comes by the clock has been overdue, by queue; 0: nothing is missing",
      labels: ["queue"],
      values: async () =>
        (await runs()).map(({ job, overdueSince }) => ({
          labels: { queue: job },
          value: overdueSince === null ? 0 : (nowOf(app, job).getTime() - overdueSince.getTime()) / 1000,
        })),
    },
    {
      name: "okaeri_taken_over_jobs",
      help: "Jobs of dead workers that this process has given to others since it started, by queue",
      labels: ["queue"],
      values: async () => [...app.jobs.takenOver].map(([queue, value]) => ({ labels: { queue }, value })),
    },
    {
      name: "okaeri_identity_collisions",
      help: "Writes of this process since it started that failed because the table's next number was taken, by table",
      labels: ["table"],
      values: async () => [...app.database.collisions].map(([table, value]) => ({ labels: { table }, value })),
    },
    {
      name: "okaeri_readings",
      help: "Lists and reports read since this process started, by where: the replica, or the primary because the replica was behind or away",
      labels: ["from"],
      values: async () => {
        const { replica, primary } = app.database.readings;
        if (app.config.databaseReadUrl === null) return [];
        return [
          { labels: { from: "replica" }, value: replica },
          { labels: { from: "primary" }, value: primary },
        ];
      },
    },
    {
      name: "okaeri_broken_ledgers",
      help: "Guests and campaigns whose points did not add up when they were proven last, by programme",
      labels: ["account"],
      values: async () =>
        (await app.database.asSystem(brokenLedgerCounts)).map(({ account_id, broken_count }) => ({
          labels: { account: String(account_id) },
          value: broken_count,
        })),
    },
    {
      name: "okaeri_unknown_mails",
      help: "Recipients of sends of whom nobody knows whether the message reached them",
      labels: [],
      values: async () => one(await app.database.asSystem(unknownOutcomes)),
    },
    {
      name: "okaeri_last_backup_timestamp_seconds",
      help: "When the newest backup in this process's backup folder was written",
      labels: [],
      values: async () => {
        // By the clock that dates files.
        const newest = newestBackupIn(backupFolder(app.config), new Date());
        return newest === null ? [] : one(newest / 1000);
      },
    },
    {
      name: "okaeri_last_backup_copy_timestamp_seconds",
      help: "When BACKUP_COMMAND last carried a backup of this process's backup folder away; 0: never",
      labels: [],
      values: async () => (app.config.backupCommand === null ? [] : one(lastCopyIn(backupFolder(app.config)))),
    },
  ];
}
