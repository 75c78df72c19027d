import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import { inEveryProgramme } from "../../jobs/every-programme.ts";
import type { JobHandlers } from "../../jobs/jobs.ts";
import { errorFacts } from "../../log.ts";
import { activeRfmIds } from "./rfms.read.ts";
import { scoreRfm } from "./score-rfm.ts";
import { isSmall, type RfmKey, smallRuns } from "./small-programmes.ts";

/** `score-rfm`: all or nothing in one transaction, so that running it twice does no harm. */
export function rfmJobs(app: App): Pick<JobHandlers, "score-rfm" | "score-small-rfms" | "score-all-rfms"> {
  return {
    // Nightly: one job for each RFM, so that several workers share the work; small ones share a job.
    "score-all-rfms": async (_data, run) => {
      const small: RfmKey[] = [];
      try {
        await inEveryProgramme(
          app,
          run,
          "rfm.queueing",
          async (tx, accountId) => {
            for (const rfm_id of await activeRfmIds(tx, accountId)) {
              const rfm = { account_id: accountId, rfm_id };
              if (await isSmall(tx, rfm)) small.push(rfm);
              else await app.jobs.add(tx, "score-rfm", rfm);
            }
          },
          { active: true },
        );
      } finally {
        await app.database.asSystem(async (tx) => {
          for (const rfms of smallRuns(small)) await app.jobs.add(tx, "score-small-rfms", { rfms });
        });
      }
    },
    "score-rfm": async (rfm) => scoreOne(app, rfm, await accountsOf(app, [rfm])),
    "score-small-rfms": async ({ rfms }, { signal }) => {
      const failed: RfmKey[] = [];
      const accounts = await accountsOf(app, rfms);
      for (const rfm of rfms) {
        signal.throwIfAborted();
        try {
          await scoreOne(app, rfm, accounts);
        } catch (error) {
          const facts = { account: rfm.account_id, rfm: rfm.rfm_id, ...errorFacts(error) };
          app.log.error({ event: "rfm.failed", ...facts }, "an account's scoring failed");
          failed.push(rfm);
        }
      }
      if (failed.length === 0) return;
      // On its own it is tried again, and is seen among the failed jobs with its account.
      await app.database.asSystem(async (tx) => {
        for (const rfm of failed) await app.jobs.add(tx, "score-rfm", rfm);
      });
    },
  };
}

type Accounts = ReadonlyMap<number, readonly number[]>;

/** The accounts of each programme: an account group names facilities, which the policies admit by their own ids. */
async function accountsOf(app: App, rfms: readonly RfmKey[]): Promise<Accounts> {
  const programmes = rfms.map((rfm) => rfm.account_id);
  const rows = await app.database.asSystem(
    (tx) => tx.all<{ programme: number; ids: number[] }>`select programme_account_id as programme, jsonb_agg(id) as ids
      from accounts where programme_account_id = any(${programmes}::bigint[]) group by 1`,
  );
  return new Map(rows.map(({ programme, ids }) => [programme, ids]));
}

async function scoreOne(app: App, { account_id, rfm_id }: RfmKey, accounts: Accounts): Promise<void> {
  const accountIds = [...new Set([account_id, ...(accounts.get(account_id) ?? [])])];
  const run = await app.database.inScope({ accountIds }, (tx) =>
    scoreRfm(tx, account_id, rfm_id, { today: todayOf(app.clock), now: app.clock.now() }),
  );
  app.log.info({ event: "rfm.scored", account: account_id, rfm: rfm_id, ...run }, "rfm scored");
}
