import type pg from "pg";

/** Plain tables of a schema by name. */
export async function tablesOf(client: pg.Client, schema: string): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = $1::regnamespace and relkind = 'r' order by relname",
    [schema],
  );
  return found.rows.map((row) => row.name);
}

/** Columns that rows are written with, as a list for SQL. Those that PostgreSQL computes itself are left out; on request its own numbers too. */
export async function writableColumns(client: pg.Client, table: string, { numbered = true } = {}): Promise<string> {
  const found = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''
        and ($2 or attidentity = '')`,
    [table, numbered],
  );
  return found.rows[0]?.columns ?? "";
}
