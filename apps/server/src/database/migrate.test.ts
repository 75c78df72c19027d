import { PgBoss } from "pg-boss";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseInUse } from "./migrate.fixture.ts";

// docs/adr/0076.
let t: Awaited<ReturnType<typeof databaseInUse>>;
beforeEach(async () => {
  t = await databaseInUse(50);
});
afterEach(() => t.close());

test("a change waits for who holds the table, and lets everybody else by meanwhile", async () => {
  t.file("9001_column.sql", "alter table customers add column new_fact text;");
  await t.holder.query("begin; select count(*) from customers");
  const changed = t.run();
  await t.waiting();
  // Behind a change that waits without end, this would wait too: for the holder, who ends only afterwards.
  expect((await t.guest.query("select count(*)::int as n from customers")).rows).toEqual([{ n: 50 }]);
  expect((await t.guest.query("insert into customers (account_id, name) values (1, '新しい客')")).rowCount).toBe(1);
  await t.holder.query("commit");
  expect(await changed).toEqual(["9001_column.sql"]);
});

test("out of patience it names the file and leaves nothing; the next start does it", async () => {
  t.file("9002_two_steps.sql", "create table made_first (n int); alter table customers add column second_fact text;");
  await t.holder.query("begin; select count(*) from customers");
  await expect(t.run({ lockTimeoutMs: 20, pauseMs: 1, tries: 2 })).rejects.toThrow(
    "migration 9002_two_steps.sql: canceling statement due to lock timeout",
  );
  await t.holder.query("commit");
  expect((await t.guest.query("select to_regclass('made_first') as t")).rows).toEqual([{ t: null }]);
  expect(await t.run()).toEqual(["9002_two_steps.sql"]);
});

test("an index is built while somebody writes, by one of two that start at once", async () => {
  t.file(
    "9003_index.concurrent.sql",
    "-- why\ncreate index concurrently built_meanwhile on customers (account_id, notes);\n",
  );
  await t.holder.query("begin; update customers set notes = 'a' where name = '客1'");
  const both = [t.run(), t.run()];
  await t.waiting();
  expect((await t.guest.query("update customers set notes = 'b' where name = '客2'")).rowCount).toBe(1);
  await t.holder.query("commit");
  expect((await Promise.all(both)).sort()).toEqual([[], ["9003_index.concurrent.sql"]]);
  expect(await t.valid("built_meanwhile")).toBe(true);
});

test("a half-built index is built anew, and one that cannot be is taken away", async () => {
  const broken = "create unique index concurrently same_notes on customers (account_id, language)";
  await expect(t.guest.query(broken)).rejects.toThrow("could not create unique index");
  expect(await t.valid("same_notes")).toBe(false);
  t.file("9004_unique.concurrent.sql", `${broken};`);
  await expect(t.run()).rejects.toThrow("migration 9004_unique.concurrent.sql: could not create unique index");
  expect(await t.valid("same_notes")).toBeUndefined();
  await expect(t.guest.query(broken)).rejects.toThrow();
  t.file(
    "9004_unique.concurrent.sql",
    "create unique index concurrently same_notes on customers (account_id, id, language);",
  );
  expect(await t.run()).toEqual(["9004_unique.concurrent.sql"]);
  expect(await t.valid("same_notes")).toBe(true);
});

test("only indexes go without a transaction", async () => {
  t.file("9005_table.concurrent.sql", "alter table customers drop column notes;");
  await expect(t.run()).rejects.toThrow("9005_table.concurrent.sql: not an index");
  t.file("9005_table.concurrent.sql", "drop index concurrently if exists built_meanwhile;");
  expect(await t.run()).toEqual(["9005_table.concurrent.sql"]);
});

test("a column of a large table is filled in turns, none of which holds more rows than its own", async () => {
  t.file("9006_column.sql", "alter table customers add column filled_fact text;");
  await t.run();
  t.file(
    "9007_fill.batches.sql",
    "-- why\nupdate customers set filled_fact = notes || '!'\nwhere (account_id, id) in (select account_id, id from customers where filled_fact is null order by id limit 20);",
  );
  const rows = (await t.guest.query<{ n: number }>("select count(*)::int as n from customers")).rows[0]?.n ?? 0;
  await t.holder.query("begin; select from customers where name = '客50' for update");
  const filled = t.run();
  await t.waiting();
  // What was filled in turns before stands, and its rows are free.
  expect(
    (await t.guest.query("update customers set notes = 'c' where filled_fact is not null and name = '客1'")).rowCount,
  ).toBe(1);
  await t.holder.query("commit");
  expect(await filled).toEqual(["9007_fill.batches.sql"]);
  expect((await t.guest.query("select count(filled_fact)::int as n from customers")).rows).toEqual([{ n: rows }]);
  t.file("9008_drop.batches.sql", "delete from customers;");
  await expect(t.run()).rejects.toThrow("9008_drop.batches.sql: not an update");
});

test("a database of before the first release is refused, and nothing of it changes", async () => {
  await t.guest.query("update schema_migrations set name = '0001_foundation.sql'");
  t.file("9009_column.sql", "alter table customers add column late text;");
  await expect(t.run()).rejects.toThrow("最初の公開版より前に作られたデータベースです");
  expect((await t.guest.query("select name from schema_migrations")).rows).toEqual([{ name: "0001_foundation.sql" }]);
  expect((await t.guest.query("select count(*)::int as n from customers")).rows).toEqual([{ n: 50 }]);
});

test("a queue that is no more goes, and so does every schedule of the engine: what comes by the clock is the product's own", async () => {
  const boss = new PgBoss({ connectionString: t.ownerUrl, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue("readopt-pushes");
  await boss.schedule("readopt-pushes", "* * * * *");
  await boss.stop({ graceful: false });
  await t.run();
  const names = async (table: string) =>
    (
      await t.guest.query<{ name: string }>(`select name from pgboss.${table} where name like '%pushes' order by 1`)
    ).rows.map(({ name }) => name);
  expect(await names("queue")).toEqual(["revive-pushes"]);
  expect(await names("schedule")).toEqual([]);
});
