import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { JobHandlers } from "../../jobs/jobs.ts";
import { activeRfmIds } from "./rfms.read.ts";
import { scoreRfm } from "./score-rfm.ts";

/** Adds a scoring of each active RFM of the programme. */
export async function scoreSoon(app: App, accountId: number): Promise<void> {
  await app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    for (const rfmId of await activeRfmIds(tx, accountId))
      await app.jobs.add(tx, "score-rfm", { account_id: accountId, rfm_id: rfmId });
  });
}

/** `score-rfm`: all or nothing in one transaction, so that running it twice does no harm. */
export function rfmJobs(app: App): Pick<JobHandlers, "score-rfm" | "score-all-rfms"> {
  return {
    // Nightly: one job for each programme, so that several workers share the work.
    "score-all-rfms": async () => {
      const programmes = await app.database.asSystem(
        (tx) =>
          tx.all<{
            id: number;
          }>`select distinct programme_account_id as id from accounts where active_status = 'active'`,
      );
      for (const { id } of programmes) await scoreSoon(app, id);
    },
    "score-rfm": async ({ account_id, rfm_id }) => {
      // An account group names facilities, which the policies admit by their own ids.
      const accountIds = await app.database.asSystem(async (tx) => {
        const rows = await tx.all<{
          id: number;
        }>`select id from accounts where programme_account_id = ${account_id}`;
        return [...new Set([account_id, ...rows.map((row) => row.id)])];
      });
      const run = await app.database.inScope({ accountIds }, (tx) =>
        scoreRfm(tx, account_id, rfm_id, { today: todayOf(app.clock), now: app.clock.now() }),
      );
      app.log.info({ event: "rfm.scored", account: account_id, rfm: rfm_id, ...run }, "rfm scored");
    },
  };
}
