import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";
import { type Database, openDatabase } from "./connection.ts";

const AT_ONCE = 6;
const GUESTS = 3;

type Tenant = Facility & { name: string; call: Caller };
let t: TestApp;
let tenants: [Tenant, Tenant];
let first: Database;

/** Opens the two tenants and the pool of two connections. */
async function open(): Promise<void> {
  t = await testApp();
  tenants = [await makeTenant("海"), await makeTenant("山")];
  const url = String(t.app.database.pool.options.connectionString);
  first = t.app.database;
  t.app.database = openDatabase(url, { max: 2, statementTimeoutMs: 5_000 });
}

async function close(): Promise<void> {
  await t.app.database.close();
  t.app.database = first;
  await t.close();
}

async function makeTenant(name: string): Promise<Tenant> {
  const facility = await makeAccount(t.app, { name });
  await t.app.database.inScope({ accountIds: [facility.accountId] }, async (tx) => {
    for (let i = 0; i < GUESTS; i++)
      await sql`insert into customers (account_id, name) values (${facility.accountId}, ${`${name} ${i}`})`.execute(
        tx.db,
      );
  });
  const call = await t.as(await makeUser(t.app, facility, "role_admin", ["*"]));
  return { ...facility, name, call };
}

/** Names of guests as one request of the tenant sees them; empty when the request was cut off or failed on purpose. */
async function namesSeen(tenant: Tenant, turn: number): Promise<string[]> {
  const { database } = t.app;
  const scope = { accountIds: [tenant.accountId] };
  const kind = turn % 10;
  if (kind < 3) {
    const answer = await tenant.call({ method: "GET", url: "/api/customers" });
    expect(answer.statusCode).toBe(200);
    return answer.json().items.map((item: { name: string }) => item.name);
  }
  if (kind === 3) {
    // Cut off at any moment between the first byte and the answer.
    const signal = AbortSignal.timeout(turn % 7);
    await tenant.call({ method: "GET", url: "/api/customers", signal }).catch(() => undefined);
    return [];
  }
  if (kind === 4) {
    await expect(database.inScope(scope, (tx) => sql`select 1 / 0 from customers`.execute(tx.db))).rejects.toThrow();
    return [];
  }
  if (kind === 5) {
    const slow = database.inScope(scope, async (tx) => {
      await sql`set local statement_timeout = 1`.execute(tx.db);
      await sql`select pg_sleep(1)`.execute(tx.db);
    });
    await expect(slow).rejects.toThrow("canceling statement");
    return [];
  }
  const found = await database.inScope(scope, (tx) => sql<{ name: string }>`select name from customers`.execute(tx.db));
  expect(found.rows).toHaveLength(GUESTS);
  return found.rows.map((row) => row.name);
}

async function run(requests: number): Promise<void> {
  let next = 0;
  let seen = 0;
  const foreign: string[] = [];
  const worker = async () => {
    for (let turn = next++; turn < requests; turn = next++) {
      const tenant = tenants[(turn + Math.floor(turn / 10)) % 2 === 0 ? 0 : 1];
      const names = await namesSeen(tenant, turn);
      seen += names.length;
      foreign.push(...names.filter((name) => !name.startsWith(tenant.name)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect({ foreign, enough: seen > requests }).toEqual({ foreign: [], enough: true });
  // A connection taken from the pool again carries no earlier scope.
  const left = await t.app.database.pool.query<{ n: number }>("select count(*)::int as n from customers");
  expect(left.rows[0]?.n).toBe(0);
}

/**
 * quality, pool leak: two connections, two tenants taking turns, requests cut off and failing in between; no row of the other one.
 * States the test; `requests` is how many, `limitMs` how long they may take.
 */
export function testPoolLeak(requests: number, limitMs: number): void {
  beforeAll(open);
  afterAll(close);
  test(
    `of ${requests} requests over two connections none sees a row of the other tenant`,
    () => run(requests),
    limitMs,
  );
}
