import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import { inForce } from "../../database/active-version.ts";
import { clearAnswers } from "../../http/idempotency.ts";
import { pruneKeyCalls } from "../accounts/key-calls.ts";
import { processFeeds } from "./process-feeds.ts";

/** A batch that nothing has touched for this long has no job that will be tried soon. */
const STRANDED_MINUTES = 5;

export function feedJobs(app: App) {
  return {
    "process-feeds": (data: { account_id: number }, run: { signal: AbortSignal; attempt: number }) =>
      processFeeds(app, data, run),
    "maintain-feeds": () => tendFeeds(app),
  };
}

/** Gives batches whose job used up its tries a new one, and forgets answers and calls that nobody asks for any more. */
async function tendFeeds(app: App): Promise<void> {
  const accounts = await app.database.asSystem(
    (tx) => tx.all<{ account_id: number; stranded: boolean }>`
      select account.id as account_id,
        exists (select from import_batches import_batch
          where import_batch.account_id = account.id and import_batch.source <> 'csv' and import_batch.state in ('queued', 'running')
            and import_batch.updated_at < ${app.clock.now()}::timestamptz - make_interval(mins => ${STRANDED_MINUTES}))
          and ${inForce(todayOf(app.clock))} as stranded
      from accounts account
      where account.programme_account_id = account.id
      order by account.id`,
  );
  for (const { account_id, stranded } of accounts)
    await app.database.inScope({ accountIds: [account_id] }, async (tx) => {
      await clearAnswers(tx, account_id, app.realClock.now());
      await pruneKeyCalls(tx, account_id, app.realClock.now());
      if (stranded) await app.jobs.add(tx, "process-feeds", { account_id }, { group: String(account_id) });
    });
}
