import { sql } from "kysely";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { JobData } from "../../jobs/queues.ts";
import { expirePoints } from "./expire-points.ts";
import { settleStays } from "./settle-stays.ts";

/** Nightly, just after midnight in Tokyo: one short transaction per programme; a second run finds nothing. */
export function pointJobs(app: App) {
  return {
    "expire-points": async (_data: object, run: { signal: AbortSignal }): Promise<void> => {
      const programmes = await app.database.asSystem((tx) =>
        sql<{ id: number }>`select distinct programme_account_id as id from accounts order by 1`.execute(tx.db),
      );
      for (const { id } of programmes.rows) {
        run.signal.throwIfAborted();
        await app.database.inScope({ accountIds: [id] }, (tx) =>
          expirePoints(tx, { accountId: id, today: todayOf(app.clock), userId: null }),
        );
      }
    },
    "settle-stays": (data: JobData["settle-stays"], run: { signal: AbortSignal }): Promise<void> =>
      settleStays(app, data, run.signal),
  };
}
