import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import { expirePoints } from "./lots.ts";

/** Nightly, just after midnight in Tokyo: one short transaction per programme; a second run finds nothing. */
export function pointJobs(app: App) {
  return {
    "expire-points": async (_data: object, run: { signal: AbortSignal }): Promise<void> => {
      const programmes = await app.database.asSystem(
        (tx) => tx.all<{ id: number }>`select distinct programme_account_id as id from accounts order by 1`,
      );
      for (const { id } of programmes) {
        run.signal.throwIfAborted();
        await app.database.inScope({ accountIds: [id] }, (tx) =>
          expirePoints(tx, { accountId: id, today: todayOf(app.clock), userId: null }),
        );
      }
    },
  };
}
