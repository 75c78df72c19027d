import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import { forgetDue } from "./erase-customer.ts";

/** Nightly: what the guest register had to keep of guests who asked to be forgotten. */
export function customerJobs(app: App) {
  return {
    "forget-guests": async (_data: object, run: { signal: AbortSignal }): Promise<void> => {
      const programmes = await app.database.asSystem(
        (tx) => tx.all<{ id: number }>`select distinct programme_account_id as id from accounts order by 1`,
      );
      for (const { id } of programmes) {
        let forgotten = 1;
        while (forgotten > 0) {
          run.signal.throwIfAborted();
          forgotten = await app.database.inScope({ accountIds: [id] }, (tx) => forgetDue(tx, id, todayOf(app.clock)));
        }
      }
    },
  };
}
