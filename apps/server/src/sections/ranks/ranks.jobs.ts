import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import { tryEveryProgramme } from "../../jobs/every-programme.ts";
import { judgeNextDay } from "./keep-ranks-current.ts";

/** Just after midnight in Tokyo, every programme; one by itself where its night failed, or when somebody asks for it. */
export function rankJobs(app: App) {
  return {
    "evaluate-ranks": async ({ account_id }: { account_id?: number }, run: { signal: AbortSignal }): Promise<void> => {
      if (account_id !== undefined) return judge(app, account_id, run);
      const failed = await tryEveryProgramme(app, run, "evaluate-ranks", (id) => judge(app, id, run));
      // On its own it is tried again, and is seen among the failed jobs with its account.
      await app.database.asSystem(async (tx) => {
        for (const { accountId } of failed) await app.jobs.add(tx, "evaluate-ranks", { account_id: accountId });
      });
    },
  };
}

/** Day by day, so that a programme whose worker was down for months delays no other, and its page can show the progress. */
async function judge(app: App, accountId: number, { signal }: { signal: AbortSignal }): Promise<void> {
  const next = () =>
    app.database.inScope({ accountIds: [accountId] }, (tx) => judgeNextDay(tx, accountId, todayOf(app.clock)));
  while (await next()) signal.throwIfAborted();
}
