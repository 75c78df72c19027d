import type { PoolClient } from "pg";
import type { TestApp } from "../../test/app.ts";

/** Statements all connections of the pool sent while `work` ran. */
export async function countStatements(t: TestApp, work: () => Promise<void>): Promise<number> {
  let count = 0;
  const pool = t.app.database.pool;
  const restore: (() => void)[] = [];
  // A connection comes round again and again, and counts once.
  const watched = new Set<PoolClient>();
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  pool.connect = (async () => {
    const client = await connect();
    if (watched.has(client)) return client;
    watched.add(client);
    const query = client.query;
    client.query = ((...args: unknown[]) => {
      count++;
      return (query as (...a: unknown[]) => unknown).apply(client, args);
    }) as typeof client.query;
    restore.push(() => {
      client.query = query;
    });
    return client;
  }) as typeof pool.connect;
  try {
    await work();
  } finally {
    pool.connect = connect as typeof pool.connect;
    for (const undo of restore) undo();
  }
  return count;
}
