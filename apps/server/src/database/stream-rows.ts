import type { CompiledQuery } from "kysely";
import type pg from "pg";

/**
 * Streams the rows of one statement in pieces, all from one snapshot (repeatable read): concurrent writes change nothing, and memory holds
 * one piece. The connection is given back when the last piece is read, when the reader stops, and when either fails.
 */
export async function* streamRows<Row>(
  pool: pg.Pool,
  settings: string,
  compile: (client: pg.PoolClient) => CompiledQuery<Row>,
  size: number,
): AsyncGenerator<Row[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onBreak = (error: Error) => {
    broken = error;
  };
  client.on("error", onBreak);
  try {
    await client.query(`begin isolation level repeatable read read only; ${settings}`);
    const statement = compile(client);
    const text = `declare piece no scroll cursor for ${statement.sql}`;
    await client.query({ text, values: [...statement.parameters] });
    for (;;) {
      const { rows } = await client.query(`fetch ${size} from piece`);
      if (rows.length > 0) yield rows as Row[];
      if (rows.length < size) return;
    }
  } finally {
    // Nothing was written: rolling back ends the snapshot however it was left.
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    client.off("error", onBreak);
    client.release(broken);
  }
}
