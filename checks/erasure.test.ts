import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  CARD_TABLES,
  CODE_COLUMNS,
  ERASURE_DECISIONS,
  UNWRITTEN_TABLES,
} from "../apps/server/src/sections/customers/erasure-decisions.ts";
import { testCluster } from "../apps/server/src/test/database.ts";
import { projectFiles, textOf } from "./tree.ts";

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: testCluster().owner });
  await owner.connect();
});
afterAll(() => owner.end());

const elsewhere: readonly string[] = [...CARD_TABLES, ...UNWRITTEN_TABLES];

test("every column that can hold a text has decided what erasing a guest makes of it, once", async () => {
  const { rows } = await owner.query<{
    column: string;
    table: string;
  }>(
    `select c.relname || '.' || a.attname as column, c.relname as table
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and c.relname <> 'schema_migrations' and not a.attname = any ($1)
      and format_type(a.atttypid, null) in ('text', 'text[]', 'json', 'jsonb', 'jsonb[]', 'bytea', 'inet', 'character varying',
        'tsvector')`,
    [CODE_COLUMNS],
  );
  const decided = Object.values(ERASURE_DECISIONS).flatMap((tables) =>
    Object.entries(tables).flatMap(([table, columns]) =>
      (columns as readonly string[]).map((column) => `${table}.${column}`),
    ),
  );
  const asked = rows.filter(({ table }) => !elsewhere.includes(table)).map(({ column }) => column);
  expect(decided.sort()).toEqual(asked.sort());
});

test("no call writes the tables that are said to be unwritten", () => {
  const statements = projectFiles()
    .filter(
      (path) =>
        /^apps\/server\/src\/.*\.ts$/.test(path) && !/\.(test|long|fixture)\.ts$|\/src\/(test|seed)\//.test(path),
    )
    .map((path) => textOf(path));
  const written = UNWRITTEN_TABLES.filter((table) =>
    statements.some((text) =>
      new RegExp(`\\b(insert into|update|copy) ${table}\\b|"${table}"`, "i").test(
        text.replace(/UNWRITTEN_TABLES[^;]*;/, ""),
      ),
    ),
  );
  expect(written).toEqual([]);
});
