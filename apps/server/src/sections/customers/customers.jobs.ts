import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import { forgetSamples } from "../../database/statistics.ts";
import type { JobRun } from "../../jobs/every-programme.ts";
import { assignMemberNumbers, type FollowNumbers } from "./assign-member-numbers.ts";
import { erasedSince } from "./erase-customer.queries.ts";
import { eraseDue } from "./erase-customer.ts";
import { WITH_GUESTS } from "./erasure-decisions.ts";

/** Longer than the clock is ever behind: samples of who was erased since are taken away more than once rather than never. */
const LATELY_MS = 8 * 86_400_000;

/** Numbers for guests who have none; and nightly: what the guest register had to keep of guests who asked to be forgotten. */
export function customerJobs(app: App, follow: FollowNumbers) {
  return {
    "assign-member-numbers": (data: { account_id: number; user_id: number }, run: JobRun) =>
      assignMemberNumbers(app, data, run, follow),
    "erase-guests": async (_data: object, run: JobRun): Promise<void> => {
      const programmes = await app.database.asSystem(
        (tx) => tx.all<{ id: number }>`select distinct programme_account_id as id from accounts order by 1`,
      );
      const lately = new Date(app.clock.now().getTime() - LATELY_MS);
      let any = false;
      for (const { id } of programmes) {
        any = (await app.database.inScope({ accountIds: [id] }, (tx) => erasedSince(tx, id, lately))) || any;
        let forgotten = 1;
        while (forgotten > 0) {
          run.signal.throwIfAborted();
          forgotten = await app.database.inScope({ accountIds: [id] }, (tx) => eraseDue(tx, id, todayOf(app.clock)));
          any ||= forgotten > 0;
        }
      }
      if (any) await forgetSamples(app.database, WITH_GUESTS);
    },
  };
}
