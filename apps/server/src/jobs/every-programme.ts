import type { App } from "../app.ts";
import type { Tx } from "../database/connection.ts";
import { errorFacts } from "../log.ts";

/**
 * One programme's failure stops nobody else's; the job fails in the end, so that it is tried again and an operator sees it. `active`: only
 * programmes with an active account.
 */
export async function inEveryProgramme(
  app: App,
  { signal }: { signal: AbortSignal },
  event: string,
  work: (tx: Tx, accountId: number) => Promise<void>,
  { active = false }: { active?: boolean } = {},
): Promise<void> {
  const programmes = await app.database.asSystem(
    (tx) => tx.all<{ id: number }>`select distinct programme_account_id as id from accounts
      where active_status = 'active' or not ${active}::boolean order by 1`,
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
