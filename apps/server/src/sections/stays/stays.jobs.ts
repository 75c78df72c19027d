import type { App } from "../../app.ts";
import type { JobData } from "../../jobs/queues.ts";
import { settleStays } from "./settle-stays.ts";

/** Consequences of stays in line with changed rules; a process that stops leaves the rest to the next job. */
export function stayJobs(app: App) {
  return {
    "settle-stays": async (data: JobData["settle-stays"], run: { signal: AbortSignal }): Promise<void> => {
      const { account_id: accountId, from, to, after } = data;
      const rest = await settleStays(app, { accountId, from, to, after }, run.signal);
      if (rest === null) return;
      await app.database.inScope({ accountIds: [accountId] }, (tx) =>
        app.jobs.add(tx, "settle-stays", { ...data, after: rest }),
      );
    },
  };
}
