import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseInUse } from "./migrate.fixture.ts";

// docs/adr/0076, with a table as large as a chain's.
const CUSTOMERS = 1_000_000;
let t: Awaited<ReturnType<typeof databaseInUse>>;
beforeAll(async () => {
  t = await databaseInUse(CUSTOMERS);
}, 1_200_000);
afterAll(() => t.close());

test("1,000,000 customers, one transaction holds the table: a column is added after it, and everybody works on meanwhile", async () => {
  t.file("9001_column.sql", "alter table customers add column new_fact text;");
  await t.holder.query("begin; select count(*) from customers");
  const changed = t.run();
  await t.waiting();
  for (let n = 1; n <= 20; n++) {
    const read = await t.guest.query("select name from customers where account_id = 1 order by id limit 1");
    expect(read.rowCount).toBe(1);
    expect(
      (await t.guest.query("update customers set notes = 'x' where account_id = 1 and name = '客1'")).rowCount,
    ).toBe(1);
  }
  await t.holder.query("commit");
  expect(await changed).toEqual(["9001_column.sql"]);
});

test("1,000,000 customers, one row is being written: an index is built beside, and writing goes on", async () => {
  t.file("9002_index.concurrent.sql", "create index concurrently customers_notes on customers (account_id, notes);");
  await t.holder.query("begin; update customers set notes = 'held' where account_id = 1 and name = '客2'");
  const built = t.run();
  await t.waiting();
  expect((await t.guest.query("insert into customers (account_id, name) values (1, '新しい客')")).rowCount).toBe(1);
  await t.holder.query("commit");
  let done = false;
  const ended = built.finally(() => {
    done = true;
  });
  let written = 0;
  while (!done) {
    await t.guest.query("insert into customers (account_id, name) values (1, '建てている間の客')");
    written++;
  }
  expect(await ended).toEqual(["9002_index.concurrent.sql"]);
  expect(await t.valid("customers_notes")).toBe(true);
  expect(written).toBeGreaterThan(1);
});
