import type { PoolClient } from "pg";
import type { TestApp } from "../../test/app.ts";

type Wire = { sync(): void; query(text: string): void };

/**
 * Statements that all connections of the pool sent while `work` ran. Counted where they leave: a transaction keeps the function by which its
 * connection was asked first.
 */
export async function countStatements(t: TestApp, work: () => Promise<unknown>): Promise<number> {
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
    const { connection } = client as unknown as { connection: Wire };
    const { sync, query } = connection;
    connection.sync = () => {
      count++;
      sync.call(connection);
    };
    connection.query = (text) => {
      count++;
      query.call(connection, text);
    };
    restore.push(() => Object.assign(connection, { sync, query }));
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
