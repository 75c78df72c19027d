import { sql } from "kysely";
import type { App } from "../../app.ts";
import { addNextSteps } from "./start-pushes.ts";

/** A push nobody has worked on for so long has lost its job (a worker died too often, or its last retry failed). */
const LOST_SECONDS = 90;

const isLost = sql`push_status in ('standby', 'doing') and not stop_requested
  and coalesce(heartbeat_at, updated_at) < now() - make_interval(secs => ${LOST_SECONDS})`;

/** Gives jobs to pushes that have lost theirs; run now and then by the worker. Returns how many were found. */
export async function revivePushes(app: Pick<App, "database" | "jobs">): Promise<number> {
  const found = await app.database.asSystem(
    (tx) => tx.all<{ account_id: number; id: number }>`select account_id, id from push_actions where ${isLost}`,
  );
  for (const { account_id: accountId, id } of found) {
    await app.database.inScope({ accountIds: [accountId] }, async (tx) => {
      // Moves the moment it is next looked at; a worker that takes the job in between is not held up by it.
      const lost = await tx.all<{ campaign_id: number }>`update push_actions
        set updated_at = now(), heartbeat_at = now() - interval '30 seconds'
        where account_id = ${accountId} and id = ${id} and ${isLost} returning campaign_id`;
      for (const push of lost) await addNextSteps(tx, app.jobs, accountId, push.campaign_id);
    });
  }
  return found.length;
}
