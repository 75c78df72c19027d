import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CUSTOMER_UNDO_DECISIONS } from "../apps/server/src/sections/customers/customer-fields.ts";
import { UNDO_DECISIONS, type UndoDecision } from "../apps/server/src/sections/stays/stay-columns.ts";
import { testCluster } from "../apps/server/src/test/database.ts";

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: testCluster().owner });
  await owner.connect();
});
afterAll(() => owner.end());

const DECISIONS: Record<string, Record<string, UndoDecision>> = {
  ...UNDO_DECISIONS,
  customers: CUSTOMER_UNDO_DECISIONS,
};

test("every column of a reservation, its stay and its customer has decided what undoing an import makes of it", async () => {
  const { rows } = await owner.query<{ column: string }>(
    `select c.relname || '.' || a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and a.attnum > 0 and not a.attisdropped`,
    [Object.keys(DECISIONS)],
  );
  const decided = Object.entries(DECISIONS).flatMap(([table, columns]) =>
    Object.keys(columns).map((name) => `${table}.${name}`),
  );
  expect(decided.sort()).toEqual(rows.map((row) => row.column).sort());
});
