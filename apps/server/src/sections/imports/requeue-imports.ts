import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import { inForce } from "../../database/active-version.ts";

/** An import that nothing has touched for this long has no worker and no job that will be retried soon. */
const STRANDED_MINUTES = 10;

/**
 * Gives a new job to imports (and undos of imports) whose job used up its tries, because its worker was killed again and again. Harmless
 * where a worker is only slow: the fencing token lets one of two write.
 */
export async function requeueStrandedImports(app: App): Promise<void> {
  const stranded = await app.database.asSystem(
    (tx) =>
      tx.all<{
        account_id: number;
        id: number;
        state: string;
      }>`select import_batch.account_id, import_batch.id, import_batch.state
        from import_batches import_batch
        join accounts account on account.id = import_batch.account_id
        where import_batch.source = 'csv' and import_batch.state in ('queued', 'running', 'undoing')
          and import_batch.updated_at < now() - make_interval(mins => ${STRANDED_MINUTES}) and ${inForce(todayOf(app.clock))}
        order by import_batch.id`,
  );
  for (const { account_id, id, state } of stranded) {
    await app.database.inScope({ accountIds: [account_id] }, async (tx) => {
      const touched = await tx.all`update import_batches
        set updated_at = now()
        where account_id = ${account_id} and id = ${id} and state = ${state}
          and updated_at < now() - make_interval(mins => ${STRANDED_MINUTES})
        returning id`;
      if (touched.length > 0)
        await app.jobs.add(tx, state === "undoing" ? "undo-import" : "import-reservations", {
          account_id,
          import_batch_id: id,
        });
    });
  }
}
