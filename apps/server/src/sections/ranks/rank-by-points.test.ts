import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, within } from "../customers/customers.fixture.ts";

// A definition by points got, and points by hand, over HTTP (docs/adr/0226). Today is 2026-11-20 in Tokyo.
let t: TestApp;
let boss: Caller;
let guest: number;
beforeAll(async () => {
  t = await testApp();
  const hotel = await makeAccount(t.app, { name: "ポイントの宿" });
  boss = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
  const tier = (name: string, total_get_point: number, priority: number, most: number) => ({
    ...{ name, total_get_point, priority, min_use_point: 100, max_use_point: most },
  });
  await ask("POST", "/ranks", {
    ...{ definition: "get_point", use_point_unit: 100, active_month: 12, base_month: 24, base_date: 31 },
    details: [tier("ゴールド", 1_000, 1, 5_000), tier("一般", 0, 2, 500)],
  });
  guest = await within(t.app, [hotel.accountId], (tx) => makeCustomer(tx, hotel.accountId, { name: "点田 貯子" }));
});
afterAll(() => t.close());

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
