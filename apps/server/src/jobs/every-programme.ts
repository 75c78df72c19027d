import type { App } from "../app.ts";
import { todayOf } from "../clock.ts";
import { inForce } from "../database/active-version.ts";
import type { Tx } from "../database/connection.ts";
import { errorFacts } from "../log.ts";

/** What a handler gets of the run of its job: `signal` aborts when the process shuts down or the job is lost. */
export type JobRun = { signal: AbortSignal };

/**
 * Runs for every programme that may act today; the failure of one stops no other. What one night missed the next one makes up for.
 * @returns the programmes whose work failed, each with its error.
 */
export async function tryEveryProgramme(
  app: App,
  { signal }: JobRun,
  event: string,
  work: (accountId: number) => Promise<void>,
): Promise<{ accountId: number; error: unknown }[]> {
  const programmes = await app.database.asSystem(
    (tx) => tx.all<{ id: number }>`select account.id
      from accounts account
      where account.id in (select programme_account_id from accounts) and ${inForce(todayOf(app.clock))}
      order by account.id`,
  );
  const failures: { accountId: number; error: unknown }[] = [];
  for (const { id } of programmes) {
    signal.throwIfAborted();
    try {
      await work(id);
    } catch (error) {
      app.log.error({ event: `${event}.failed`, account: id, ...errorFacts(error) }, "a programme's night failed");
      failures.push({ accountId: id, error });
    }
  }
  return failures;
}

/** Each programme in a transaction of its own; the job fails in the end, so that it is tried again and an operator sees it. */
export async function inEveryProgramme(
  app: App,
  run: JobRun,
  event: string,
  work: (tx: Tx, accountId: number) => Promise<void>,
): Promise<void> {
  const one = (id: number) => app.database.inScope({ accountIds: [id] }, (tx) => work(tx, id));
  const failures = (await tryEveryProgramme(app, run, event, one)).map(({ error }) => error);
  if (failures.length > 0) throw new AggregateError(failures, `${event} failed for ${failures.length} programmes`);
}
