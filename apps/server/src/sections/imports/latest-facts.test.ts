import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { handlersFor, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { csvOf, queued, runImport } from "./imports.fixture.ts";

// It is 2026-11-20 in Tokyo.
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

type Line = Record<string, string | number>;
const line = (code: string, checkOut: string, more: Line): Line => ({
  予約番号: code,
  予約状態: "滞在済",
  チェックイン日: checkOut,
  チェックアウト日: checkOut,
  利用金額: 10_000,
  氏名: "山田 花子",
  会員番号: "M-1",
  ...more,
});

/** An inn whose basic campaign pays 500 for a stay in the month of birth, this year's stays too. */
async function openInn(name: string) {
  const inn = await makeAccount(t.app, { name });
  const call = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const target = {
    combinator: "and" as const,
    rules: [{ field: "birthday_month" as const, operator: "in" as const, value: ["this_month"] }],
  };
  const segments = [{ id: null, priority_seq: 1, target, actions: [pointAction(500)] }];
  const { id } = (
    await call({ method: "POST", url: "/api/campaigns", payload: promotion({ type: "basic", segments }) })
  ).json();
  await call({ method: "POST", url: `/api/campaigns/${id}/activate`, payload: { version: 1 } });
  const days = { from: "2026-01-01", to: "2026-11-20" };
  const paid = await call({ method: "POST", url: `/api/campaigns/${id}/pay-stays`, payload: days });
  expect(paid.statusCode).toBe(200);
  await t.app.jobs.drain(handlersFor(t.app));
  return inn.accountId;
}

async function deliver(accountId: number, rows: Line[]): Promise<void> {
  await runImport(t.app, accountId, await queued(t.app, accountId, accountId, csvOf(rows)));
}

const endOf = (accountId: number) =>
  t.app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    const guest = await sql<{
      facts: string;
    }>`select concat_ws(' ', birthday, gender) as facts from customers where account_id = ${accountId}`.execute(tx.db);
    const grants = await sql<{
      line: string;
    }>`select stay.transaction_code || ' ' || sum(point_grant.grant_point) as line from grant_points point_grant
      join stay_transactions stay on stay.account_id = point_grant.account_id and stay.id = point_grant.stay_transaction_id
      where point_grant.account_id = ${accountId} group by stay.transaction_code having sum(point_grant.grant_point) <> 0
        order by 1`.execute(tx.db);
    return [...guest.rows.map((row) => row.facts), ...grants.rows.map((row) => row.line)];
  });

function orders<T>(list: readonly T[]): T[][] {
  if (list.length <= 1) return [[...list]];
  return list.flatMap((one, index) => orders(list.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}

const CASES: [string, Line[], string[]][] = [
  [
    "with source times the newest",
    [
      line("A", "2026-08-02", { 生年月日: "1990-08-10", 性別: "女性", 更新日時: "2026-08-03 10:00" }),
      line("B", "2026-09-02", { 生年月日: "1990-09-10", 性別: "男性", 更新日時: "2026-09-03 10:00" }),
      line("C", "2026-07-01", { 生年月日: "1990-08-10", 性別: "", 更新日時: "2026-10-03 10:00" }),
    ],
    ["1990-08-10 male", "A 500"],
  ],
  [
    "without times the one of the last stay; a stay that says nothing takes nothing back",
    [
      line("A", "2026-08-02", { 生年月日: "1990-08-10", 性別: "女性" }),
      line("B", "2026-09-02", { 生年月日: "1990-09-10", 性別: "" }),
      line("C", "2026-10-01", { 生年月日: "", 性別: "" }),
    ],
    ["1990-09-10 female", "B 500"],
  ],
];
test.each(CASES)(
  "birthday and gender are those of the latest word, in every order and in one file or many: %s",
  async (name, lines, end) => {
    const ends: string[][] = [];
    for (const [index, order] of orders(lines).entries())
      for (const together of [true, false]) {
        const inn = await openInn(`${name} ${index} ${together}`);
        for (const file of together ? [order] : order.map((one) => [one])) await deliver(inn, file);
        ends.push(await endOf(inn));
      }
    expect(ends).toEqual(Array(12).fill(end));
  },
);

test("a reservation that corrects its guest's birthday corrects the guest, and the stays are judged again", async () => {
  for (const times of [true, false]) {
    const at = (day: string) => (times ? { 更新日時: day } : {});
    const inn = await openInn(`corrected ${times}`);
    await deliver(inn, [line("K", "2026-08-20", { 生年月日: "1990-05-10", ...at("2026-08-21") })]);
    expect(await endOf(inn)).toEqual(["1990-05-10"]);
    await deliver(inn, [line("K", "2026-08-20", { 生年月日: "1990-08-10", ...at("2026-08-22") })]);
    expect(await endOf(inn)).toEqual(["1990-08-10", "K 500"]);
    // Reported again without it, with another price: the earlier value stays.
    await deliver(inn, [line("K", "2026-08-20", { 生年月日: "", 利用金額: 12_000, ...at("2026-08-23") })]);
    expect(await endOf(inn)).toEqual(["1990-08-10", "K 500"]);
    await deliver(inn, [line("L", "2026-07-20", { 生年月日: "1990-07-10", ...at("2026-07-21") })]);
    expect(await endOf(inn)).toEqual(["1990-08-10", "K 500"]);
  }
});
