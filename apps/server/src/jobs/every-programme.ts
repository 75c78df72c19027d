import type { App } from "../app.ts";
import type { Tx } from "../database/connection.ts";
import { errorFacts } from "../log.ts";

type Run = { signal: AbortSignal };

/**
 * One programme's failure stops nobody else's. `active`: only programmes with an active account.
 * @returns the programmes whose work failed, each with its error.
 */
export async function tryEveryProgramme(
  app: App,
  { signal }: Run,
  event: string,
  work: (accountId: number) => Promise<void>,
  { active = false }: { active?: boolean } = {},
): Promise<{ accountId: number; error: unknown }[]> {
  const programmes = await app.database.asSystem(
    (tx) => tx.all<{ id: number }>`select distinct programme_account_id as id from accounts
      where active_status = 'active' or not ${active}::boolean order by 1`,
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
  run: Run,
  event: string,
  work: (tx: Tx, accountId: number) => Promise<void>,
  which: { active?: boolean } = {},
): Promise<void> {
  const one = (id: number) => app.database.inScope({ accountIds: [id] }, (tx) => work(tx, id));
  const failures = (await tryEveryProgramme(app, run, event, one, which)).map(({ error }) => error);
  if (failures.length > 0) throw new AggregateError(failures, `${event} failed for ${failures.length} programmes`);
}
