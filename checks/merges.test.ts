import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MERGE_DECISIONS } from "../apps/server/src/sections/merges/merge-decisions.ts";
import { testCluster } from "../apps/server/src/test/database.ts";

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: testCluster().owner });
  await owner.connect();
});
afterAll(() => owner.end());

test("every column that names a customer has decided what a merge makes of it", async () => {
  const { rows } = await owner.query<{ column: string }>(`select c.relname || '.' || a.attname as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and (a.attname ~ '(^|_)customer_id$' and a.attname !~ 'reservation_customer_id$' or exists (
        select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = 'customers'::regclass
          and a.attnum = any (f.conkey) and a.attname <> 'account_id'))`);
  expect(Object.keys(MERGE_DECISIONS).sort()).toEqual(rows.map((row) => row.column).sort());
});
