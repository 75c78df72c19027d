import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import { tryEveryProgramme } from "../../jobs/every-programme.ts";
import type { JobHandlers } from "../../jobs/jobs.ts";
import { errorFacts } from "../../log.ts";
import { type ScoringResult, scoreRfm, scoreRfms } from "./score-rfm.ts";
import { type RfmKey, rfmsBySize, smallRuns } from "./small-programmes.ts";

/** `score-rfm`: all or nothing in one transaction, and idempotent. */
export function rfmJobs(app: App): Pick<JobHandlers, "score-rfm" | "score-small-rfms" | "score-all-rfms"> {
  return {
    // Nightly: one job for each RFM, so that several workers share the work; small ones share a job.
    "score-all-rfms": async (_data, run) => {
      const found = await rfmsBySize(app);
      await app.database.asSystem(async (tx) => {
        for (const rfms of smallRuns(found.small)) await app.jobs.add(tx, "score-small-rfms", { rfms });
      });
      const large = Map.groupBy(found.large, (rfm) => rfm.account_id);
      const failed = await tryEveryProgramme(app, run, "rfm.queueing", async (accountId) => {
        const rfms = large.get(accountId) ?? [];
        if (rfms.length === 0) return;
        await app.database.inScope({ accountIds: [accountId] }, async (tx) => {
          for (const rfm of rfms) await app.jobs.add(tx, "score-rfm", rfm);
        });
      });
      if (failed.length > 0)
        throw new AggregateError(
          failed.map(({ error }) => error),
          `rfm.queueing failed for ${failed.length} programmes`,
        );
    },
    "score-rfm": async (rfm) => scoreOne(app, rfm, await accountsOf(app, [rfm])),
    "score-small-rfms": async ({ rfms }, { signal }) => {
      const failed: RfmKey[] = [];
      const accounts = await accountsOf(app, rfms);
      for (const rfm of await notTogether(app, rfms, accounts)) {
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
      from accounts
      where programme_account_id = any(${programmes}::bigint[])
      group by 1`,
  );
  return new Map(rows.map(({ programme, ids }) => [programme, ids]));
}

/**
 * Scores them in one transaction. @returns those to be scored one by one: locked by another transaction, or all of them when one failed.
 */
async function notTogether(app: App, rfms: readonly RfmKey[], accounts: Accounts): Promise<readonly RfmKey[]> {
  try {
    const scored = await app.database.inScope({ accountIds: scopeOf(rfms, accounts) }, (tx) =>
      scoreRfms(tx, rfms, { today: todayOf(app.clock), now: app.clock.now() }),
    );
    for (const { account_id: account, rfm_id: rfm, ...run } of scored) logScored(app, { account, rfm, ...run });
    return rfms.filter(({ rfm_id }) => !scored.some((one) => one.rfm_id === rfm_id));
  } catch {
    return rfms;
  }
}

const scopeOf = (rfms: readonly RfmKey[], accounts: Accounts) => [
  ...new Set(rfms.flatMap(({ account_id }) => [account_id, ...(accounts.get(account_id) ?? [])])),
];

const logScored = (app: App, facts: { account: number; rfm: number } & ScoringResult) =>
  app.log.info({ event: "rfm.scored", ...facts }, "rfm scored");

async function scoreOne(app: App, rfm: RfmKey, accounts: Accounts): Promise<void> {
  const { account_id: account, rfm_id } = rfm;
  const run = await app.database.inScope({ accountIds: scopeOf([rfm], accounts) }, (tx) =>
    scoreRfm(tx, account, rfm_id, { today: todayOf(app.clock), now: app.clock.now() }),
  );
  logScored(app, { account, rfm: rfm_id, ...run });
}
