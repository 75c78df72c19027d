import type { JOB_FAULTS } from "@okaeri/contract/jobs";
import type { App } from "../app.ts";
import { errorFacts } from "../log.ts";
import { outageLines } from "../outage-lines.ts";
import { faultOf } from "./failed-jobs.ts";
import type { JobHandlers } from "./jobs.ts";
import type { QueueName } from "./queues.ts";
import { isScheduled, type ScheduledJob, scheduledJobs, timesAround } from "./schedules.ts";

const LOOK_MS = 15_000;
/** What failed in all its tries is put into its queue again after so long. */
const AGAIN_HOURS = 1;
const AHEAD_MINUTES = 10;

/** Looks what is due, now and again and again until `stopping`; what was missed while nothing ran is due at once. */
export function runClock(app: App, stopping: AbortSignal): void {
  const outage = outageLines(app.log, "clock");
  const look = async () => {
    if (stopping.aborted) return;
    await queueDue(app).then(outage.fine, (error) => {
      if (!stopping.aborted) outage.failed(errorFacts(error));
    });
  };
  void look();
  const looking = setInterval(() => void look(), LOOK_MS);
  stopping.addEventListener("abort", () => clearInterval(looking));
}

/**
 * Puts what is due into its queue, exactly once however many processes look: the row of the job is changed in the transaction that adds it.
 * Work that is seen for the first time missed nothing. A row that is further in the future than two machines' clocks may differ was written
 * before the clock was set back.
 */
export async function queueDue(app: App): Promise<ScheduledJob[]> {
  await app.clock.renew?.();
  const jobs = scheduledJobs(app.config);
  const looks = jobs.map((job) => nowOf(app, job));
  const times = jobs.map((job) => timesAround(job, nowOf(app, job)).last);
  return app.database.asSystem(async (tx) => {
    await tx.client.query("set local app.jobs = 'on'");
    const due = await tx.all<{ job: ScheduledJob; again: boolean }>`
      with times as (
        select * from unnest(${jobs}::text[], ${times}::timestamptz[], ${looks}::timestamptz[]) t (job, due_at, looked_at)
      ), known as (
        insert into clock_runs (job, due_at, queued_at, served_at)
        select job, due_at, looked_at, due_at
        from times
        on conflict (job) do nothing
      )
      update clock_runs clock_run
      set due_at = t.due_at, queued_at = t.looked_at, served_at = least(clock_run.served_at, t.due_at - interval '1 microsecond')
      from times t
      where t.job = clock_run.job
        and (clock_run.due_at < t.due_at or clock_run.due_at > t.looked_at + make_interval(mins => ${AHEAD_MINUTES})
          or (clock_run.served_at < clock_run.due_at
            and clock_run.queued_at <= t.looked_at - make_interval(hours => ${AGAIN_HOURS})
            and not exists (select from pgboss.job j where j.name = clock_run.job and j.state < 'completed')))
      returning clock_run.job, clock_run.due_at = old.due_at as again`;
    for (const { job, again } of due) {
      // Of tries that failed one is enough to be seen.
      if (again) await app.jobs.dropGivenUp(tx, job, 1);
      await app.jobs.add(tx, job, {});
    }
    return due.map(({ job }) => job);
  });
}

/** The hour that decides when it is due. Backups are of the machine, whose days nobody moves. */
export const nowOf = (app: App, job: ScheduledJob): Date =>
  (job === "nightly-backup" ? app.realClock : app.clock).now();

/** The same handlers, which begin at the time it is by now; of work that comes by the clock they note when it began, ended and failed. */
export function notingRuns(app: App, handlers: JobHandlers): JobHandlers {
  const noting = (name: QueueName, handler: JobHandlers[QueueName]) => {
    if (!isScheduled(name)) return handler;
    return async (data: object, run: { signal: AbortSignal }) => {
      // One account's part of it, which had failed.
      if (data && "account_id" in data) return handler(data as never, run as never);
      const upTo = await noteStart(app, name);
      try {
        await handler(data as never, run as never);
      } catch (error) {
        if (!run.signal?.aborted) await noteFailure(app, name, faultOf(error)).catch(() => {});
        throw error;
      }
      if (upTo !== null) await noteEnd(app, name, upTo);
    };
  };
  const onTime = (handler: JobHandlers[QueueName]) => async (data: object, run: { signal: AbortSignal }) => {
    await app.clock.renew?.();
    await handler(data as never, run as never);
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, onTime(noting(name as QueueName, handler as never))]),
  ) as unknown as JobHandlers;
}

/** @returns the hour up to which the work is done when it ends well; null where the clock has never looked. */
async function noteStart(app: App, job: ScheduledJob): Promise<Date | null> {
  const [row] = await app.database.asSystem(
    (tx) =>
      tx.all<{
        due_at: Date;
      }>`update clock_runs set started_at = ${nowOf(app, job)} where job = ${job} returning due_at`,
  );
  return row?.due_at ?? null;
}

async function noteEnd(app: App, job: ScheduledJob, upTo: Date): Promise<void> {
  await app.database.asSystem(async (tx) => {
    await tx.run`update clock_runs
      set ended_at = ${nowOf(app, job)}, served_at = greatest(served_at, ${upTo}), failed_at = null, fault = null
      where job = ${job}`;
    // What had failed before is done with it.
    await app.jobs.dropGivenUp(tx, job, 0);
  });
}

async function noteFailure(app: App, job: ScheduledJob, fault: (typeof JOB_FAULTS)[number]): Promise<void> {
  await app.database.asSystem(
    (tx) => tx.run`update clock_runs set failed_at = ${nowOf(app, job)}, fault = ${fault} where job = ${job}`,
  );
}

export type ClockRun = {
  job: ScheduledJob;
  startedAt: Date | null;
  endedAt: Date | null;
  failedAt: Date | null;
  fault: (typeof JOB_FAULTS)[number] | null;
  nextAt: Date;
  /** Since when it should have run; null: nothing is missing. */
  overdueSince: Date | null;
};

type Row = {
  job: string;
  served_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  failed_at: Date | null;
  fault: ClockRun["fault"];
};

/** How all work stands that comes by the clock here. What no worker has looked at yet misses nothing. */
export async function clockRuns(app: App): Promise<ClockRun[]> {
  const rows = await app.database.asSystem(
    (tx) => tx.all<Row>`select job, served_at, started_at, ended_at, failed_at, fault from clock_runs`,
  );
  return scheduledJobs(app.config).map((job) => {
    const now = nowOf(app, job);
    const row = rows.find((one) => one.job === job);
    const due = row && timesAround(job, row.served_at).next;
    return {
      job,
      startedAt: row?.started_at ?? null,
      endedAt: row?.ended_at ?? null,
      failedAt: row?.failed_at ?? null,
      fault: row?.fault ?? null,
      nextAt: timesAround(job, now).next,
      overdueSince: due && due <= now ? due : null,
    };
  });
}
