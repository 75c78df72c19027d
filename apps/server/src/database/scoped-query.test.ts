import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeAccount, type TestApp, testApp } from "../test/app.ts";
import { type Database, openDatabase, runPrepared, type Tx } from "./connection.ts";

let t: TestApp;
let sea: number;
let hill: number;
let one: Database;

beforeAll(async () => {
  t = await testApp();
  sea = (await makeAccount(t.app, { name: "海" })).accountId;
  hill = (await makeAccount(t.app, { name: "山" })).accountId;
  for (const id of [sea, hill])
    await t.app.database.inScope(
      { accountIds: [id] },
      (tx) => tx.run`insert into customers (account_id, name) values (${id}, ${`客 ${id}`})`,
    );
});
afterAll(() => t.close());

beforeEach(() => {
  // One connection, so that whoever comes next has the one that was used before.
  one = openDatabase(String(t.app.database.pool.options.connectionString), { max: 1 });
});
afterEach(() => one.close());

const reading = <T>(accountIds: number[], work: (tx: Tx) => Promise<T>) => one.reading({ accountIds }, "0/0", work);
const guests = (tx: Tx) => tx.all<{ account_id: number }>`select account_id from customers order by account_id`;
const seenBy = async (accountIds: number[]) => (await reading(accountIds, guests)).map((row) => row.account_id);
const process = async () => (await one.pool.query("select pg_backend_pid() as pid")).rows[0].pid;

test("a reading sees the rows of its accounts in each of its statements, and the next one its own", async () => {
  const twice = await reading([sea], async (tx) => [await guests(tx), await guests(tx)]);
  expect(twice).toEqual([[{ account_id: sea }], [{ account_id: sea }]]);
  expect(await seenBy([hill])).toEqual([hill]);
  expect(await seenBy([sea, hill])).toEqual([sea, hill]);
  expect(await seenBy([])).toEqual([]);
});

test("prepared statements and those without values bring the settings as well", async () => {
  const statement = sql<{ account_id: number }>`select account_id from customers where account_id <> ${0}`;
  for (const id of [sea, hill, sea])
    expect(await reading([id], (tx) => runPrepared(tx, "guests", statement))).toEqual([{ account_id: id }]);
});

test("nothing of the settings is left on the connection", async () => {
  const pid = await process();
  const settings = async () => {
    const found = await one.pool.query(`select nullif(current_setting('app.account_ids', true), '') as ids,
      nullif(current_setting('app.system', true), '') as system, current_setting('transaction_read_only') as read_only,
      (select count(*)::int from customers) as guests`);
    return found.rows[0];
  };
  const nothing = { ids: null, system: null, read_only: "off", guests: 0 };
  await seenBy([sea]);
  expect(await settings()).toEqual(nothing);
  await one.readingAsSystem((tx) => tx.all`select 1 from sessions`);
  expect(await settings()).toEqual(nothing);
  await expect(reading([sea], (tx) => tx.all`select 1 / 0 from customers`)).rejects.toThrow("division by zero");
  expect(await settings()).toEqual(nothing);
  expect(await process()).toBe(pid);
});

test("a reading writes nothing", async () => {
  const write = (tx: Tx) => tx.run`update customers set name = 'x' where account_id = ${sea}`;
  await expect(reading([sea], write)).rejects.toThrow("read-only transaction");
  await expect(one.readingAsSystem((tx) => tx.run`delete from sessions`)).rejects.toThrow("read-only transaction");
  expect(await seenBy([sea])).toEqual([sea]);
});

test("what fails first on a new connection, or while it works, leaves the connection fit for the next", async () => {
  await expect(reading([sea], (tx) => tx.all`select no_such_column from customers`)).rejects.toThrow("no_such_column");
  await expect(reading([sea], async () => Promise.reject(new Error("own")))).rejects.toThrow("own");
  expect(await seenBy([hill])).toEqual([hill]);
});

test("a connection that did not take the settings is not used again", async () => {
  await seenBy([sea]);
  const pid = await process();
  await one.pool.query("deallocate all");
  await expect(seenBy([sea])).rejects.toThrow('prepared statement "settings" does not exist');
  expect(await seenBy([sea])).toEqual([sea]);
  expect(await process()).not.toBe(pid);
});
