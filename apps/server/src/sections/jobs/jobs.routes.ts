import type { App } from "../../app.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Binder } from "../../http/binder.ts";
import { accountNames } from "../accounts/accounts.read.ts";

const SHOWN = 200;

export function jobsRoutes(os: Binder) {
  return {
    list: os.jobs.list.handler(({ context }) => failedJobs(context.app)),
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
