import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/** A connection that was closed a moment ago is still listed for as long. */
const CLOSING_MS = 1_000;
const PAUSE_MS = 50;

/** @throws Error in one line that names who else is connected to this database, from whichever machine. */
export async function refuseWhileUsed(client: pg.Client): Promise<void> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const others = await othersOf(client);
    if (others.length === 0) return;
    if (waited >= CLOSING_MS)
      throw new Error(
        `データベースを使っているプロセスがあります(接続: ${others.join("、")})。Okaeri をすべて止めてから、もう一度実行してください`,
      );
    await sleep(PAUSE_MS);
  }
}

async function othersOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ who: string }>(
    `select usename || ' ' || count(*) || '件' as who from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null and leader_pid is null
      group by usename order by usename`,
  );
  return rows.map((row) => row.who);
}
