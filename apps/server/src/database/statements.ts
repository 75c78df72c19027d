import type { RawBuilder } from "kysely";
import type { Tx } from "./connection.ts";

/** The only row of a statement that always has one: a new row's id, a count. @throws Error when there is none, or are several. */
export async function one<Row>(tx: Tx, statement: RawBuilder<Row>): Promise<Row> {
  const { rows } = await statement.execute(tx.db);
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`a statement gave ${rows.length} rows instead of one`);
  return row;
}

/** The only row of a statement, or undefined. @throws Error when there are several. */
export async function maybe<Row>(tx: Tx, statement: RawBuilder<Row>): Promise<Row | undefined> {
  const { rows } = await statement.execute(tx.db);
  if (rows.length > 1) throw new Error(`a statement gave ${rows.length} rows instead of at most one`);
  return rows[0];
}
