import type pg from "pg";

/** Plain tables of a schema by name. */
export async function tablesOf(client: pg.Client, schema: string): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = $1::regnamespace and relkind = 'r' order by relname",
    [schema],
  );
  return found.rows.map((row) => row.name);
}

/** Sequences that belong to no column, with the next number of each. */
export async function sequencesOf(client: pg.Client): Promise<Record<string, number>> {
  const found = await client.query<{ name: string; next: string }>(
    `select sequencename as name, coalesce(last_value + increment_by, start_value) as next from pg_sequences
      where schemaname = 'public' and not exists (select from pg_depend
        where objid = format('public.%I', sequencename)::regclass and deptype in ('a', 'i')) order by 1`,
  );
  return Object.fromEntries(found.rows.map((row) => [row.name, Number(row.next)]));
}

/** Columns that rows are written with, as a list for SQL. Those that PostgreSQL computes itself are left out. */
export async function columnsOf(client: pg.Client, table: string): Promise<string> {
  const found = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return found.rows[0]?.columns ?? "";
}

/** Lets identities go on after the highest number that rows were written with. */
export const CONTINUE_IDENTITIES = `do $$
declare r record; top bigint;
begin
  for r in select c.oid::regclass as tab, a.attname as col, pg_get_serial_sequence(c.oid::regclass::text, a.attname) as seq
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> '' where c.relnamespace = 'public'::regnamespace loop
    execute format('select max(%I) from %s', r.col, r.tab) into top;
    perform setval(r.seq, coalesce(top, 0) + 1, false);
  end loop;
end $$`;
