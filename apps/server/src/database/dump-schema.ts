import pg from "pg";

/**
 * The schema as text, from the catalogue (the embedded PostgreSQL carries no pg_dump): tables, columns, constraints, indexes,
 * policies (the owner's own are in grants.sql), functions and triggers, in a fixed order. Committed as schema.sql; a test compares.
 */
export async function dumpSchema(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("set search_path = ''");
    const lines = async (sql: string) => (await client.query<{ line: string }>(sql)).rows.map((row) => row.line);
    const functions = await lines(`select pg_get_functiondef(p.oid) || ';' as line from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by p.proname, p.oid::regprocedure::text`);
    const tables = await client.query<{ oid: number; name: string; rls: boolean; forced: boolean }>(
      `select c.oid::int, c.relname as name, relrowsecurity as rls, relforcerowsecurity as forced from pg_class c
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'schema_migrations' order by relname`,
    );
    const parts = [...functions];
    for (const table of tables.rows) parts.push(await dumpTable(lines, table));
    return `${parts.join("\n\n")}\n`;
  } finally {
    await client.end();
  }
}

async function dumpTable(
  lines: (sql: string) => Promise<string[]>,
  table: { oid: number; name: string; rls: boolean; forced: boolean },
): Promise<string> {
  const { oid, name } = table;
  const columns = await lines(`select '  ' || quote_ident(attname) || ' ' || format_type(atttypid, atttypmod)
      || case when attnotnull then ' not null' else '' end
      || case when attidentity <> '' then ' generated always as identity'
           when attgenerated = 's' then ' generated always as (' || pg_get_expr(adbin, adrelid) || ') stored'
           when adbin is not null then ' default ' || pg_get_expr(adbin, adrelid) else '' end as line
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = ${oid} and attnum > 0 and not attisdropped order by attnum`);
  const constraints =
    await lines(`select '  constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) as line
    from pg_constraint where conrelid = ${oid} and contype <> 'n' order by contype desc, conname`);
  const indexes = await lines(`select pg_get_indexdef(indexrelid) || ';' as line from pg_index
    where indrelid = ${oid} and not exists (select from pg_constraint where conindid = indexrelid and conrelid = ${oid}) order by 1`);
  const policies = await lines(`select format('create policy %I on %I for %s%s%s;', policyname, tablename, lower(cmd),
      coalesce(' using ' || qual, ''), coalesce(' with check ' || with_check, '')) as line
    from pg_policies where schemaname = 'public' and tablename = '${name}' and roles = '{public}' order by policyname`);
  const triggers = await lines(
    `select pg_get_triggerdef(oid) || ';' as line from pg_trigger where tgrelid = ${oid} and not tgisinternal order by tgname`,
  );
  const security = [
    ...(table.rls ? [`alter table ${name} enable row level security;`] : []),
    ...(table.forced ? [`alter table ${name} force row level security;`] : []),
  ];
  return [
    `create table ${name} (\n${[...columns, ...constraints].join(",\n")}\n);`,
    ...indexes,
    ...triggers,
    ...security,
    ...policies,
  ].join("\n");
}
