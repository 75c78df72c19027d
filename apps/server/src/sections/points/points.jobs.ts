import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { errorFacts } from "../../log.ts";
import { expirePoints } from "./lots.ts";
import { proveLedger } from "./prove-ledger.ts";

type Run = { signal: AbortSignal };

/** Nightly work on every programme, a short transaction each; running it twice finds nothing more to do. */
export function pointJobs(app: App) {
  return {
    // Just after midnight in Tokyo.
    "expire-points": (_data: object, run: Run): Promise<void> =>
      inEveryProgramme(app, run, "expire-points", async (tx, accountId) => {
        await expirePoints(tx, { accountId, today: todayOf(app.clock), userId: null });
      }),
    // After the night's other work: the balance of everybody against the ledger.
    "prove-ledgers": (_data: object, run: Run): Promise<void> =>
      inEveryProgramme(app, run, "prove-ledgers", async (tx, accountId) => {
        const broken = await proveLedger(tx, accountId, app.clock.now());
        if (broken > 0) app.log.error({ event: "ledger.broken", account: accountId, broken }, "points do not add up");
      }),
  };
}

/** One programme's failure stops nobody else's; the job fails in the end, so that it is tried again and an operator sees it. */
async function inEveryProgramme(
  app: App,
  { signal }: Run,
  event: string,
  work: (tx: Tx, accountId: number) => Promise<void>,
): Promise<void> {
  const programmes = await app.database.asSystem(
    (tx) => tx.all<{ id: number }>`select distinct programme_account_id as id from accounts order by 1`,
  );
  const failures: unknown[] = [];
  for (const { id } of programmes) {
    signal.throwIfAborted();
    try {
      await app.database.inScope({ accountIds: [id] }, (tx) => work(tx, id));
    } catch (error) {
      app.log.error({ event: `${event}.failed`, account: id, ...errorFacts(error) }, "a programme's night failed");
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${event} failed for ${failures.length} programmes`);
}
