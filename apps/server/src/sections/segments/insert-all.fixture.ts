import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Adds the rows to a table, all of the first one's columns, ids as they are. */
export async function insertAll(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value select ${columns}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(tx.db);
}
