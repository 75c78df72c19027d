import type pg from "pg";

/** Next numbers of all sequences: also of identities, whose highest row may have been removed. */
export async function sequencesOf(client: pg.Client): Promise<Record<string, number>> {
  const found = await client.query<{ name: string; next: string }>(
    `select sequencename as name, coalesce(last_value + increment_by, start_value) as next from pg_sequences
      where schemaname = 'public' order by 1`,
  );
  return Object.fromEntries(found.rows.map((row) => [row.name, Number(row.next)]));
}

/** Lets identities go on after the highest number that rows were written with. Of rows that a policy hides there is none. */
export const CONTINUE_IDENTITIES = `do $$
declare r record; top bigint;
begin
  for r in select c.oid::regclass as tab, a.attname as col, pg_get_serial_sequence(c.oid::regclass::text, a.attname) as seq
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace loop
    execute format('select max(%I) from %s', r.col, r.tab) into top;
    perform setval(r.seq, coalesce(top, 0) + 1, false);
  end loop;
end $$`;

/**
 * Sequences go on after the highest number of their rows, and after what they had given when the backup was written: the number of a row
 * that was removed is in the audit log and in links, and is not given again. Only while no policy hides a row from this role.
 */
export async function continueSequences(client: pg.Client, given: Readonly<Record<string, number>>): Promise<void> {
  await client.query(CONTINUE_IDENTITIES);
  await client.query(
    `select setval(s.oid, greatest(given.next::bigint, at.last_value + at.is_called::int), false)
      from jsonb_each_text($1) as given (name, next), pg_class s, pg_get_sequence_data(s.oid) at
      where s.relname = given.name and s.relnamespace = 'public'::regnamespace and s.relkind = 'S'`,
    [JSON.stringify(given)],
  );
}

/** The next number that an identity gives, and the highest that its table holds. */
export type Identity = { table: string; next: number; top: number };

/** Every identity's next number beside the highest that this role sees in its table. */
export async function identitiesOf(client: pg.Client): Promise<Identity[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace order by 1`,
  );
  if (rows.length === 0) return [];
  const each = rows.map(
    ({ table, column, sequence }) =>
      `select '${table}' as table, (select max("${column}") from public."${table}") as top,
        (select last_value + is_called::int from ${sequence}) as next`,
  );
  const found = await client.query<{ table: string; top: string | null; next: string }>(each.join(" union all "));
  return found.rows.map(({ table, top, next }) => ({ table, top: Number(top ?? 0), next: Number(next) }));
}
