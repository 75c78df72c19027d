import type { App } from "../app.ts";
import { todayOf } from "../clock.ts";
import { isActiveOn } from "../database/active-version.ts";
import type { JobHandlers } from "./jobs.ts";
import type { QueueName } from "./queues.ts";

/** How long a job of an account that is switched off waits before it is looked at again. */
const WAIT_MINUTES = 15;

/** Sends do not go on by themselves when a client comes back after weeks: they stop and wait for somebody who resumes them; runs are missed. */
const JUDGED_THERE: ReadonlySet<string> = new Set<QueueName>(["snapshot-recipients", "deliver-push", "run-campaign"]);

/**
 * A job of one account runs only while that account may act. Until then it waits unchanged in its queue, so that no request is lost and all
 * of them go on when the client is back (product §1).
 */
export function onlyActive(app: App, handlers: JobHandlers): JobHandlers {
  const waiting = (name: QueueName, handler: JobHandlers[QueueName]) => async (data: object, run: never) => {
    const accountId = "account_id" in data && !JUDGED_THERE.has(name) ? Number(data.account_id) : null;
    const goesOn =
      accountId === null || (await app.database.asSystem((tx) => isActiveOn(tx, accountId, todayOf(app.clock))));
    if (goesOn) return handler(data as never, run);
    const startAfter = new Date(Date.now() + WAIT_MINUTES * 60_000);
    await app.database.asSystem((tx) =>
      app.jobs.add(tx, name, data as never, { startAfter, group: String(accountId) }),
    );
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, waiting(name as QueueName, handler)]),
  ) as JobHandlers;
}
