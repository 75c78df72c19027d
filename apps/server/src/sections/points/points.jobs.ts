import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import { inEveryProgramme, type JobRun } from "../../jobs/every-programme.ts";
import { lapseRequests } from "./grant-requests.ts";
import { expirePoints } from "./lots.ts";
import { proveLedger } from "./prove-ledger.ts";

/** Nightly work on every programme, a short transaction each. Idempotent: a second run finds nothing to do. */
export function pointJobs(app: App) {
  return {
    // Just after midnight in Tokyo.
    "expire-points": (_data: object, run: JobRun): Promise<void> =>
      inEveryProgramme(app, run, "expire-points", async (tx, accountId) => {
        await expirePoints(tx, { accountId, today: todayOf(app.clock), userId: null });
        await lapseRequests(app, tx, accountId);
      }),
    // After the night's other work: compares everybody's balance with the ledger, and the ledger with stays, rules and uses.
    "prove-ledgers": (_data: object, run: JobRun): Promise<void> =>
      inEveryProgramme(app, run, "prove-ledgers", async (tx, accountId) => {
        const broken = await proveLedger(tx, accountId, {
          now: app.clock.now(),
          today: todayOf(app.clock),
          settled: !(await app.jobs.settling(tx, accountId)),
        });
        if (broken > 0) app.log.error({ event: "ledger.broken", account: accountId, broken }, "points do not add up");
      }),
  };
}
