import { setTimeout as sleep } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import { FAILED_JOBS } from "./queues.ts";

const LOOK_MS = 15;
/** What is tried again so soon is waited for: the longest pause between two tries, and a little. */
const SOON_SECONDS = 75;

/**
 * Until no job that is due waits or runs, here or in another process, also one that is tried again. `wake` makes this process's own worker of
 * a queue look at once, which else it would do after a moment.
 */
export async function untilSettled(boss: PgBoss, wake: (queue: string) => void): Promise<void> {
  for (;;) {
    const { rows } = await boss.getDb().executeSql(
      `select name, bool_or(state <> 'active' and start_after <= now()) as waits
        from pgboss.job
        where state < 'completed' and name <> $1 and (state = 'active' or start_after <= now() + make_interval(secs => $2))
        group by name`,
      [FAILED_JOBS, SOON_SECONDS],
    );
    if (rows.length === 0) return;
    for (const { name, waits } of rows as { name: string; waits: boolean }[]) if (waits) wake(name);
    await sleep(LOOK_MS);
  }
}
