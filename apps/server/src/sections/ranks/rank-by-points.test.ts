import { calendarDate } from "@okaeri/domain/calendar-date";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, within } from "../customers/customers.fixture.ts";
import { evaluateRanks } from "./evaluate-ranks.ts";

// A definition by points got, and points by hand, over HTTP (docs/adr/0136). Today is 2026-11-20 in Tokyo.
let t: TestApp;
let boss: Caller;
let guest: number;
let account: number;
beforeAll(async () => {
  t = await testApp();
  const hotel = await makeAccount(t.app, { name: "ポイントの宿" });
  account = hotel.accountId;
  boss = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
  const tier = (name: string, total_get_point: number, priority: number, most: number) => ({
    name,
    total_get_point,
    priority,
    min_use_point: 100,
    max_use_point: most,
  });
  await ask("POST", "/ranks", {
    definition: "get_point",
    use_point_unit: 100,
    active_month: 12,
    base_month: 24,
    base_date: 31,
    details: [tier("ゴールド", 1_000, 1, 5_000), tier("一般", 0, 2, 500)],
  });
});
afterAll(() => t.close());
beforeEach(async () => {
  guest = await within(t.app, [account], (tx) => makeCustomer(tx, account, { name: "点田 貯子" }));
});

async function ask(method: "GET" | "POST", url: string, payload?: object) {
  const answer = await boss({ method, url: `/api${url}`, ...(payload ? { payload } : {}) });
  expect([url, answer.statusCode, answer.statusCode === 200 ? "" : answer.body]).toEqual([url, 200, ""]);
  return answer.json();
}
const book = (grant_point: number, more: object = {}) =>
  ask("POST", `/customers/${guest}/grant-points`, { grant_point, remarks: "特典", ...more });
const limits = async () => {
  const { rank_name, max_use_point } = await ask("GET", `/customers/${guest}/points`);
  return [rank_name, max_use_point];
};

test("a grant by hand that reaches a tier raises at once, and taking it back lowers exactly; both say why", async () => {
  await book(900);
  expect(await limits()).toEqual(["一般", 500]);
  const { grant_point_id } = await book(100);
  expect(await limits()).toEqual(["ゴールド", 5_000]);
  await book(-100, { reverses_grant_point_id: grant_point_id });
  expect(await limits()).toEqual(["一般", 500]);
  const { history } = await ask("GET", `/customers/${guest}/rank`);
  const changes = history.map((line: Record<string, string>) => [line.cause, line.previous_name, line.name]);
  expect(changes.slice(0, 2)).toEqual([
    ["points", "ゴールド", "一般"],
    ["points", "一般", "ゴールド"],
  ]);
});

test("judging a few guests by points, also of whom was merged into them, reads those and not all of the house", async () => {
  const [rank] = (await ask("GET", "/ranks")).items;
  await book(900);
  const merged = await within(t.app, [account], (tx) => makeCustomer(tx, account, { name: "点田 前" }));
  await t.past.asSystem(async (tx) => {
    await tx.run`insert into customers (account_id, name) select ${account}, '客' || n from generate_series(1, 10000) n`;
    await tx.run`insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type,
      idempotency_key)
      select account_id, account_id, id, case id when ${merged} then 100 else 10 end, '2026-11-01', 'none', 'many:' || id
      from customers where account_id = ${account} and (name like '客%' or id = ${merged})`;
    await tx.run`update customers set merged_into = ${guest}, active_status = 'inactive' where id = ${merged}`;
    await tx.run`analyze`;
  });
  // Planned as in the product, for the values that are given.
  await t.past.asSystem(async (tx) => {
    const read = () =>
      tx.one<{
        read: number;
      }>`select sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::bigint as read from pg_stat_xact_user_tables`;
    const before = (await read()).read;
    // 900 of the guest's own and 100 of whom was merged.
    expect(await evaluateRanks(tx, account, rank.id, calendarDate("2026-11-20"), { only: [guest] })).toBe(1);
    expect((await read()).read - before).toBeLessThan(300);
  });
});
