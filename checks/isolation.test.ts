import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cloneDatabase, testCluster, urlOf } from "../apps/server/src/test/database.ts";

/**
 * Every tenant table × select, insert, update, delete × own, sibling, foreign and unset, through the application's role. The tables and
 * their columns come from the catalogue, so that a new table joins by itself.
 */
type Column = { name: string; type: string; generated: boolean };
type Table = { name: string; columns: Column[] };

/** Own, a sibling account of the same company, and another client's. */
const [OWN, SIBLING, FOREIGN] = [101, 102, 103] as const;
/** An account that has no row yet: some tables hold one per account. */
const NEW = 104;
const OTHERS = [SIBLING, FOREIGN] as const;

// A value of each type that the tables use; `n` makes it unlike the other rows'.
const VALUES: Record<string, (n: number) => unknown> = {
  bigint: (n) => n,
  integer: (n) => n,
  smallint: (n) => n,
  numeric: (n) => n,
  "double precision": (n) => n,
  text: (n) => `t${n}`,
  "text[]": (n) => [`t${n}`],
  "integer[]": (n) => [n],
  "smallint[]": (n) => [n],
  "bigint[]": (n) => [n],
  boolean: () => false,
  date: () => "2026-11-20",
  "timestamp with time zone": () => "2026-11-20T03:00:00Z",
  "time without time zone": () => "12:00",
  jsonb: () => "{}",
  "jsonb[]": () => [],
  bytea: (n) => Buffer.alloc(32, n),
  inet: () => "127.0.0.1",
  "inet[]": () => ["127.0.0.1"],
  daterange: () => "[2026-11-20,2026-11-21)",
  uuid: (n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
};

async function tenantTables(): Promise<Table[]> {
  const owner = new pg.Client({ connectionString: testCluster().owner });
  await owner.connect();
  const found = await owner.query<{
    name: string;
    columns: Column[];
  }>(`select c.relname as name, json_agg(json_build_object(
      'name', a.attname, 'type', regexp_replace(format_type(a.atttypid, a.atttypmod), '\\([0-9,]+\\)', ''), 'generated',
        a.attgenerated <> ''
    ) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute k where k.attrelid = c.oid and k.attname = 'account_id' and not k.attisdropped)
    group by c.relname order by c.relname`);
  await owner.end();
  return found.rows;
}

const tables = await tenantTables();
let drop: () => Promise<void>;
let app: pg.Client;

/** An INSERT of a whole row of this account. */
function insertOf(table: Table, accountId: number, n: number): { text: string; values: unknown[] } {
  const columns = table.columns.filter((column) => !column.generated);
  const values = columns.map(({ name, type }) => {
    const make = VALUES[type];
    if (!make) throw new Error(`${table.name}.${name}: give the type ${type} a value in this test`);
    return name === "account_id" ? accountId : make(n);
  });
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const places = columns.map((_, index) => `$${index + 1}`).join(", ");
  return { text: `insert into "${table.name}" (${names}) overriding system value values (${places})`, values };
}

beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  const database = new URL(clone.appUrl).pathname.slice(1);
  const superuser = new pg.Client({ connectionString: urlOf(testCluster().superuser, database) });
  await superuser.connect();
  // Only the policies are the subject: without keys to other tables and checks any row will do. This is a clone of its own.
  await superuser.query(`do $$ declare r record; begin
    for r in select conrelid::regclass as t, conname from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('f', 'c') and conparentid = 0 loop
      execute format('alter table %s drop constraint %I cascade', r.t, r.conname);
    end loop;
    for r in select tgrelid::regclass as t, tgname from pg_trigger where not tgisinternal loop
      execute format('drop trigger if exists %I on %s', r.tgname, r.t);
    end loop;
  end $$`);
  for (const table of tables)
    for (const accountId of [OWN, SIBLING, FOREIGN]) await superuser.query(insertOf(table, accountId, accountId));
  await superuser.end();
  app = new pg.Client({ connectionString: clone.appUrl });
  await app.connect();
});
afterAll(async () => {
  await app.end();
  await drop();
});

type Outcome = number | "policy" | "grant";

/** Rows touched by one statement in the scope of one account (or of none), undone again; or what refused it. */
async function outcome(scope: number | null, text: string, values: unknown[] = []): Promise<Outcome> {
  // Rights are given in the name of an actor, to the person named: here of every row, for the accounts are the subject.
  const person = text.startsWith("update") ? OWN : 7;
  await app.query(
    `begin; set local app.account_ids = '${scope ?? ""}'; set local app.actor_id = '1'; set local app.user_id = '${person}'`,
  );
  try {
    return (await app.query(text, values)).rowCount ?? 0;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code !== "42501") throw error;
    return message.includes("row-level security") ? "policy" : "grant";
  } finally {
    await app.query("rollback");
  }
}

describe.each(tables)("$name", (table) => {
  const name = `"${table.name}"`;
  const touch = (verb: "select" | "update" | "delete", accountId: number) =>
    ({
      select: `select from ${name} where account_id = ${accountId}`,
      update: `update ${name} set account_id = account_id where account_id = ${accountId}`,
      delete: `delete from ${name} where account_id = ${accountId}`,
    })[verb];

  test.each(["select", "update", "delete"] as const)("%s reaches one's own row and no other", async (verb) => {
    const own = await outcome(OWN, touch(verb, OWN));
    expect(verb === "select" ? [1] : [1, "grant"]).toContain(own);
    const nothing = own === "grant" ? "grant" : 0;
    for (const other of OTHERS) expect([other, await outcome(OWN, touch(verb, other))]).toEqual([other, nothing]);
    for (const any of [OWN, ...OTHERS]) expect([any, await outcome(null, touch(verb, any))]).toEqual([any, nothing]);
    const everything = {
      select: `select from ${name}`,
      update: `update ${name} set account_id = account_id`,
      delete: `delete from ${name}`,
    };
    expect(await outcome(OWN, everything[verb])).toBe(own);
  });

  test("insert makes rows of one's own account only", async () => {
    const make = (scope: number | null, accountId: number) => {
      const { text, values } = insertOf(table, accountId, 7);
      return outcome(scope, text, values);
    };
    expect(await make(NEW, NEW)).toBe(1);
    for (const other of OTHERS) expect([other, await make(OWN, other)]).toEqual([other, "policy"]);
    for (const any of [OWN, ...OTHERS]) expect([any, await make(null, any)]).toEqual([any, "policy"]);
  });

  test("no row moves into another account", async () => {
    for (const other of OTHERS) {
      const moved = await outcome(OWN, `update ${name} set account_id = ${other} where account_id = ${OWN}`);
      expect(["policy", "grant"]).toContain(moved);
    }
  });
});

test("the catalogue named the tables: as many as there are", () => {
  expect(tables.length).toBeGreaterThanOrEqual(60);
});
