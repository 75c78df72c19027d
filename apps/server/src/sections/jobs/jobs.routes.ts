import type { App } from "../../app.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Binder } from "../../http/binder.ts";
import { type ClockRun, clockRuns, nowOf } from "../../jobs/clock.ts";
import { type JobSchedule, SCHEDULES } from "../../jobs/schedules.ts";
import { accountNames } from "../accounts/accounts.read.ts";

const SHOWN = 200;

export function jobsRoutes(os: Binder) {
  return {
    list: os.jobs.list.handler(({ context }) => failedJobs(context.app)),
    scheduled: os.jobs.scheduled.handler(async ({ context }) => ({
      items: (await clockRuns(context.app)).map((one) => scheduledRow(one, nowOf(context.app, one.job))),
    })),
    retry: os.jobs.retry.handler(async ({ input, context: { app, signedIn, ip } }) => {
      const job = (await app.jobs.failed()).find(({ id }) => id === input.id);
      if (job)
        await app.database.inScope({ accountIds: job.accountId === null ? [] : [job.accountId] }, async (tx) => {
          // Somebody else may have done it in this moment.
          if (!(await app.jobs.retryFailed(tx, job.id))) return;
          const { queue, accountId } = job;
          const what = {
            action: "retry_job",
            entity: "jobs",
            accountId,
            after: { queue, tries: job.tries, fault: job.fault },
          };
          await recordAudit(tx, { actorUserId: signedIn.userId, ip, ...what });
        });
      return failedJobs(app);
    }),
  };
}

/** So long after its time work may wait for its turn and go on. */
const GRACE_MS = 10 * 60_000;

function scheduledRow({ job, startedAt, endedAt, failedAt, fault, nextAt, overdueSince }: ClockRun, now: Date) {
  const schedule: JobSchedule = SCHEDULES[job];
  const runs = startedAt !== null && [endedAt, failedAt].every((over) => over === null || over < startedAt);
  const late = overdueSince !== null && now.getTime() - overdueSince.getTime() > GRACE_MS;
  return {
    queue: job,
    at: "at" in schedule ? schedule.at : null,
    every_minutes: "at" in schedule ? null : schedule.everyMinutes,
    last_ended_at: endedAt?.toISOString() ?? null,
    next_at: nextAt.toISOString(),
    overdue_since: late ? overdueSince.toISOString() : null,
    state: stateOf({ failed: failedAt !== null, late, runs }),
    fault,
  };
}

function stateOf({ failed, late, runs }: { failed: boolean; late: boolean; runs: boolean }) {
  if (failed) return "failed" as const;
  if (runs) return "running" as const;
  return late ? ("overdue" as const) : ("fine" as const);
}

async function failedJobs(app: App) {
  const failed = (await app.jobs.failed()).slice(0, SHOWN);
  const ids = failed.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]));
  const names = await app.database.asSystem((tx) => accountNames(tx, ids));
  const items = failed.map(({ accountId, createdAt, failedAt, ...job }) => ({
    ...job,
    account: accountId === null ? null : { id: accountId, name: names.get(accountId) ?? "" },
    created_at: createdAt.toISOString(),
    failed_at: failedAt.toISOString(),
  }));
  return { items };
}
