import type { Config } from "../config.ts";
import type { QueueName } from "./queues.ts";

/** Each day at this time in Japan, or every so many minutes. */
export type JobSchedule = { at: `${number}:${number}` } | { everyMinutes: number };

/** Work that comes by the clock: one of all worker processes does each, and what was missed is made up for (clock.ts). */
export const SCHEDULES = {
  // The first minute of the day: what was valid until yesterday is gone.
  "expire-points": { at: "00:00" },
  // Ranks that ran out yesterday, definitions that begin today, and the day of the regular evaluation; each missed day by itself.
  "evaluate-ranks": { at: "00:05" },
  "nightly-backup": { at: "02:30" },
  // Recency grows by a day each night; only what changed is written.
  "score-all-rfms": { at: "03:00" },
  "clear-sign-ins": { at: "03:30" },
  "clear-uploads": { at: "03:40" },
  "erase-guests": { at: "03:50" },
  "prove-ledgers": { at: "04:15" },
  "recount-mails": { at: "04:30" },
  "prove-conversions": { at: "04:35" },
  // After the backup, which has them once more.
  "purge-old-rows": { at: "04:45" },
  // When people come to work.
  "announce-ends": { at: "08:10" },
  "requeue-imports": { everyMinutes: 5 },
  "maintain-feeds": { everyMinutes: 5 },
  "revive-pushes": { everyMinutes: 1 },
  "run-campaigns": { everyMinutes: 1 },
  "find-trigger-events": { everyMinutes: 1 },
  "recompute-attributions": { everyMinutes: 1 },
  "write-key-lines": { everyMinutes: 1 },
} as const satisfies Partial<Record<QueueName, JobSchedule>>;

export type ScheduledJob = keyof typeof SCHEDULES;

/** What comes by the clock here: on a PostgreSQL of one's own a timer makes the backups, for workers have no owner's address. */
export function scheduledJobs({ databaseUrl, backupKeep }: Config): ScheduledJob[] {
  const all = Object.keys(SCHEDULES) as ScheduledJob[];
  return all.filter((job) => job !== "nightly-backup" || (databaseUrl === null && backupKeep > 0));
}

export const isScheduled = (queue: string): queue is ScheduledJob => Object.hasOwn(SCHEDULES, queue);

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TOKYO_AHEAD_MS = 9 * 60 * MINUTE_MS;

/** The last time that was due at `now` or before, and the one after it. */
export function timesAround(job: ScheduledJob, now: Date): { last: Date; next: Date } {
  const { period, offset } = rhythmOf(SCHEDULES[job]);
  const last = Math.floor((now.getTime() - offset) / period) * period + offset;
  return { last: new Date(last), next: new Date(last + period) };
}

function rhythmOf(schedule: JobSchedule): { period: number; offset: number } {
  if ("everyMinutes" in schedule) return { period: schedule.everyMinutes * MINUTE_MS, offset: 0 };
  const [hours = 0, minutes = 0] = schedule.at.split(":").map(Number);
  return { period: DAY_MS, offset: (hours * 60 + minutes) * MINUTE_MS - TOKYO_AHEAD_MS };
}
