import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeAccount, type TestApp, testApp } from "../test/app.ts";
import { refreshStatistics } from "./statistics.ts";

let t: TestApp;
beforeEach(async () => {
  t = await testApp();
});
afterEach(() => t.close());

async function looked(): Promise<Record<string, boolean>> {
  const rows = await t.app.database.asSystem((tx) =>
    sql<{ name: string; looked: boolean }>`select relname as name, analyze_count > 0 as looked from pg_stat_user_tables
      where relname in ('customers', 'customer_consents')`.execute(tx.db),
  );
  return Object.fromEntries(rows.rows.map(({ name, looked }) => [name, looked]));
}

test("after much was written the planner looks again, at what changed only, on the application's role", async () => {
  const { accountId } = await makeAccount(t.app, { name: "海" });
  await t.app.database.inScope({ accountIds: [accountId] }, (tx) =>
    sql`insert into customers (account_id, name) select ${accountId}::bigint, '客' || n from generate_series(1, 2000) n`.execute(
      tx.db,
    ),
  );
  // What was counted reaches the others within a second or ten; not in a test.
  await t.app.database.asSystem((tx) => sql`select pg_stat_force_next_flush()`.execute(tx.db));
  expect(await looked()).toEqual({ customers: false, customer_consents: false });
  await refreshStatistics(t.app.database);
  expect(await looked()).toEqual({ customers: true, customer_consents: false });
});

test("a few thousand rows of a new account are looked at beside a large neighbour", async () => {
  const large = await makeAccount(t.app, { name: "大きな宿" });
  const add = (accountId: number, count: number) =>
    t.past.asSystem(async (tx) => {
      await sql`insert into customers (account_id, name) select ${accountId}::bigint, '客' || n
        from generate_series(1, ${count}) n`.execute(tx.db);
      await sql`select pg_stat_force_next_flush()`.execute(tx.db);
    });
  await add(large.accountId, 30_000);
  await t.past.asSystem((tx) => sql`analyze customers`.execute(tx.db));
  const { accountId } = await makeAccount(t.app, { name: "新しい宿" });
  await add(accountId, 2_500);
  const expected = () =>
    t.past.asSystem(async (tx) => {
      const { rows } = await sql<{
        "QUERY PLAN": [{ Plan: { "Plan Rows": number } }];
      }>`explain (format json) select from customers where account_id = ${sql.lit(accountId)}`.execute(tx.db);
      return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
    });
  expect(await expected()).toBeLessThan(10);
  await refreshStatistics(t.app.database);
  expect(await expected()).toBeGreaterThan(1_000);
});
