import { type RawBuilder, sql } from "kysely";

// SQL made from a list of columns: what the contract says of a thing stands once, and its statements follow.

type Columns = readonly string[];
const joined = (columns: Columns, each: (column: string) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(columns.map(each));

/** `row.a, row.b` */
export const qualifiedColumns = (row: string, columns: Columns) =>
  joined(columns, (column) => sql.ref(`${row}.${column}`));

/** `a, b` */
export const unqualifiedColumns = (columns: Columns) => joined(columns, (column) => sql.ref(column));

/** The values in the order of the columns. */
export const sqlValuesOf = (columns: Columns, values: Readonly<Record<string, unknown>>) =>
  joined(columns, (column) => sql`${values[column]}`);

/** `a = …, b = …` */
export const assigned = (columns: Columns, values: Readonly<Record<string, unknown>>) =>
  joined(columns, (column) => sql`${sql.ref(column)} = ${values[column]}`);

/** `a = excluded.a, b = excluded.b` */
export const takenOver = (columns: Columns) =>
  joined(columns, (column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);

/** The row as a JSON object of these columns. */
export const objectOf = (row: string, columns: Columns): RawBuilder<unknown> =>
  sql`json_build_object(${joined(columns, (column) => sql`${sql.lit(column)}, ${sql.ref(`${row}.${column}`)}`)})`;
