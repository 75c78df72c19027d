import type pg from "pg";

/** Where the earlier tables are while the new ones are made; gone with the transaction that made it. */
const ASIDE = "okaeri_before_restore";

/**
 * Moves the product's tables and functions out of the way, in the caller's transaction. What belongs to an extension stays, for that may
 * be the property of a superuser.
 */
export async function moveTablesAway(client: pg.Client): Promise<void> {
  await client.query(`create schema ${ASIDE}`);
  await client.query(`do $$ declare item record; begin
    for item in select c.oid::regclass as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') loop
      execute format('alter table %s set schema ${ASIDE}', item.name);
    end loop;
    for item in select c.oid::regclass as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i', 'e')) loop
      execute format('alter sequence %s set schema ${ASIDE}', item.name);
    end loop;
    for item in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
      execute format('alter function %s set schema ${ASIDE}', item.name);
    end loop;
    -- Migrations look for references by name, and must not find those of tables that are about to go.
    for item in select conrelid::regclass as name, conname from pg_constraint
        where contype = 'f' and connamespace = '${ASIDE}'::regnamespace loop
      execute format('alter table %s drop constraint %I', item.name, item.conname);
    end loop; end $$`);
}

/** Drops what was set aside, and with it the policies of the job tables, which ask its functions. */
export async function dropMovedTables(client: pg.Client): Promise<void> {
  await client.query("set local client_min_messages = warning");
  await client.query(`drop schema ${ASIDE} cascade`);
}

/**
 * Takes from the empty tables what would judge or slow the rows that are loaded in any order: foreign keys, triggers, policies for the
 * owner, and indexes that back no constraint. The returned statements put all of it back, and so prove every reference; also those that
 * are otherwise asked by statement (docs/adr/0125).
 */
export async function liftGuards(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ off: string; on: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, replace(pg_get_constraintdef(oid), ' NOT ENFORCED', ''))
        || case when conenforced then '' else format('; alter table %s alter constraint %I not enforced', conrelid::regclass, conname) end
        as on, 3 as turn
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all
    select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 1
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = i.indexrelid)
    union all
    select format('alter table %s disable trigger user', c.oid::regclass), format('alter table %s enable trigger user', c.oid::regclass), 4
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and exists (select from pg_trigger where tgrelid = c.oid and not tgisinternal)
    union all
    select format('alter table %s no force row level security', c.oid::regclass),
      format('alter table %s force row level security', c.oid::regclass), 5
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relforcerowsecurity
    order by turn`);
  for (const { off } of rows) await client.query(off);
  return rows.map((row) => row.on);
}
