import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeAccount, type TestApp, testApp } from "../test/app.ts";
import { type Database, openDatabase, runPrepared, type Tx } from "./connection.ts";

// What scoped-query.ts takes for granted of the driver and the driver does not promise: a new version of `pg` is taken only when
// this holds, or scoped-query.ts goes (docs/adr/0229).

const AGAIN = "pg is not what database/scoped-query.ts builds upon: read docs/adr/0229 before taking this version";

let t: TestApp;
let inn: number;
let one: Database;

beforeAll(async () => {
  t = await testApp();
  inn = (await makeAccount(t.app, { name: "海" })).accountId;
  await t.app.database.inScope(
    { accountIds: [inn] },
    (tx) => tx.run`insert into customers (account_id, name) values (${inn}, '客')`,
  );
});
afterAll(() => t.close());

beforeEach(() => {
  one = openDatabase(String(t.app.database.pool.options.connectionString), { max: 1 });
});
afterEach(() => one.close());

const reading = <T>(work: (tx: Tx) => Promise<T>) => one.reading({ accountIds: [inn] }, "0/0", work);
const guests = () => reading((tx) => tx.all<{ name: string }>`select name from customers`);
const backend = async () => (await one.pool.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid ?? 0;
/** Asks from elsewhere until the backend is in its statement. */
async function whileAtWork(pid: number, ask: "pg_cancel_backend" | "pg_terminate_backend"): Promise<void> {
  for (let done = false; !done; ) {
    const { rows } = await t.past.pool.query(
      `select ${ask}(pid) from pg_stat_activity where pid = $1 and state = 'active' and query like '%pg_sleep%'`,
      [pid],
    );
    done = rows.length > 0;
  }
}

const SENDS = ["parse", "bind", "describe", "execute", "sync", "query"] as const;
/** Of a statement that is parsed already. */
const STATEMENT = ["bind", "describe", "execute", "sync"];
const SETTINGS = ["bind", "execute"];
const HEARS = ["handleDataRow", "handleCommandComplete", "handleReadyForQuery", "handleError"] as const;
type Sending = Record<(typeof SENDS)[number], (...given: unknown[]) => void> & { parsedStatements: object };
const connectionOf = (client: pg.PoolClient) => (client as unknown as { connection: Sending }).connection;

/** What is sent and heard on the only connection during this work, in order. */
async function messagesOf(work: () => Promise<unknown>): Promise<string[]> {
  const messages: string[] = [];
  const client = await one.pool.connect();
  const connection = connectionOf(client);
  const statement = pg.Query.prototype as unknown as Sending;
  const restore = [
    ...SENDS.map((name) => noting(connection, name, messages)),
    ...HEARS.map((name) => noting(statement as never, name as never, messages)),
  ];
  client.release();
  await work().finally(() => restore.map((back) => back()));
  return messages;
}

function noting(on: Sending, name: (typeof SENDS)[number], messages: string[]): () => void {
  const own = Object.hasOwn(on, name);
  const before = on[name];
  on[name] = function (this: unknown, ...given) {
    messages.push(name);
    return before.apply(this, given);
  };
  return () => {
    if (own) on[name] = before;
    else Reflect.deleteProperty(on, name);
  };
}

test("the driver is one exact version", () => {
  const text = readFileSync(join(import.meta.dirname, "../../package.json"), "utf8");
  expect((JSON.parse(text) as { dependencies: { pg: string } }).dependencies.pg, AGAIN).toMatch(/^\d+\.\d+\.\d+$/);
});

test("the driver has the parts that are overridden and called", async () => {
  const client = await one.pool.connect();
  const connection = connectionOf(client);
  client.release();
  for (const name of ["prepare", ...HEARS])
    expect(Reflect.get(pg.Query.prototype, name), `${AGAIN}: Query.${name}`).toBeTypeOf("function");
  for (const name of ["parse", "bind", "execute", "sync"] as const)
    expect(connection[name], `${AGAIN}: Connection.${name}`).toBeTypeOf("function");
  expect(connection.parsedStatements, `${AGAIN}: Connection.parsedStatements`).toEqual({});
});

test("the driver sends its own statement as parse, bind, describe, execute and sync, and hears its rows and its end", async () => {
  const plain = () => one.pool.query("select name from customers where name <> $1", ["x"]);
  expect(await messagesOf(plain), AGAIN).toEqual([
    "parse",
    ...STATEMENT,
    "handleCommandComplete",
    "handleReadyForQuery",
  ]);
});

// A row and an end of the settings; they are kept from the driver's own methods.
const HEARD = ["handleDataRow", "handleCommandComplete", "handleReadyForQuery"];

test("a reading sends its settings before the same sync, parses them once a connection, and hears only its own rows", async () => {
  expect(await messagesOf(guests), AGAIN).toEqual(["parse", ...SETTINGS, "parse", ...STATEMENT, ...HEARD]);
  expect(await messagesOf(guests), AGAIN).toEqual([...SETTINGS, "parse", ...STATEMENT, ...HEARD]);
});

test("a statement with a name is parsed once a connection, settings or not", async () => {
  const named = () => reading((tx) => runPrepared(tx, "guests", sql`select name from customers`));
  await named();
  expect(await messagesOf(named), AGAIN).toEqual([...SETTINGS, ...STATEMENT, ...HEARD]);
});

test("what the driver cannot send is told to whoever asked, and the connection is not used again", async () => {
  const before = await backend();
  const wrong = {
    toPostgres(): never {
      throw new Error("no text of mine");
    },
  };
  await expect(
    reading((tx) => tx.all`select name from customers where name = ${wrong}`),
    AGAIN,
  ).rejects.toThrow("no text of mine");
  expect(await guests()).toEqual([{ name: "客" }]);
  expect(await backend()).not.toBe(before);
});

test("a reading that is cancelled fails alone: the connection takes the next one", async () => {
  const before = await backend();
  const slow = reading((tx) => tx.all`select pg_sleep(20)`);
  await Promise.all([expect(slow, AGAIN).rejects.toThrow("user request"), whileAtWork(before, "pg_cancel_backend")]);
  expect(await guests()).toEqual([{ name: "客" }]);
  expect(await backend()).toBe(before);
});

test("a reading whose connection is lost fails, and the next one has another", async () => {
  const before = await backend();
  const slow = reading((tx) => tx.all`select pg_sleep(20)`);
  await Promise.all([expect(slow, AGAIN).rejects.toThrow(/terminat/), whileAtWork(before, "pg_terminate_backend")]);
  expect(await guests()).toEqual([{ name: "客" }]);
  expect(await backend()).not.toBe(before);
});
