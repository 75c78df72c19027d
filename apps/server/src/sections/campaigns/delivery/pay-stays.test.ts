import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../../test/app.ts";
import { csvOf, queued, runImport } from "../../imports/imports.fixture.ts";
import { all, EVERYBODY, handlersFor, pointAction, promotion } from "../campaigns.fixture.ts";

// It is 2026-11-20 in Tokyo.
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const work = () => t.app.jobs.drain(handlersFor(t.app));
const basic = (target = EVERYBODY) =>
  promotion({ type: "basic", segments: [{ id: null, priority_seq: 1, target, actions: [pointAction(500)] }] });

type Delivered = [code: string, checkOut: string, price: number];
async function deliver(accountId: number, stays: Delivered[], folio?: string): Promise<void> {
  const rows = stays.map(([code, checkOut, price]) => ({
    予約番号: code,
    予約状態: "滞在済",
    チェックイン日: checkOut,
    チェックアウト日: checkOut,
    利用金額: price,
    氏名: "山田 花子",
    会員番号: "M-1",
    ...(folio === undefined ? {} : { 伝票番号: folio }),
  }));
  await runImport(t.app, accountId, await queued(t.app, accountId, accountId, csvOf(rows)));
}

const grantsOf = (accountId: number) =>
  t.app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    const found = await sql<{
      line: string;
    }>`select concat_ws(' ', point_grant.grant_date, stay.transaction_code, sum(point_grant.grant_point), point_grant.expiration_date)
      as line
      from grant_points point_grant join stay_transactions stay on stay.account_id = point_grant.account_id
        and stay.id = point_grant.stay_transaction_id
      where point_grant.account_id = ${accountId} group by point_grant.grant_date, stay.transaction_code, point_grant.expiration_date
        having sum(point_grant.grant_point) <> 0
      order by 1`.execute(tx.db);
    return found.rows.map((row) => row.line);
  });

async function open(call: Caller, body = basic()): Promise<number> {
  const made = await call({ method: "POST", url: "/api/campaigns", payload: body });
  const { id } = made.json();
  const on = await call({ method: "POST", url: `/api/campaigns/${id}/activate`, payload: { version: 1 } });
  expect([on.statusCode, on.json().status]).toEqual([200, "active"]);
  return id;
}

test("older stays are paid on purpose only: counted first, once, dated by their check-out, and corrected like all others", async () => {
  const inn = await makeAccount(t.app, { name: "older" });
  const call = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const id = await open(call);
  await deliver(inn.accountId, [
    ["OLD", "2026-11-10", 9_000],
    ["EVE", "2026-11-19", 9_000],
    ["NOW", "2026-11-20", 9_000],
  ]);
  await work();
  expect(await grantsOf(inn.accountId)).toEqual(["2026-11-20 NOW 500 2027-11-20"]);

  const pay = async (body: object) => {
    const answer = await call({ method: "POST", url: `/api/campaigns/${id}/pay-stays`, payload: body });
    await work();
    return [answer.statusCode, answer.json()];
  };
  const days = { from: "2026-11-01", to: "2026-11-20" };
  const counted = { stays: 2, customers: 1, points: 1000 };
  expect(await pay({ ...days, preview: true })).toEqual([200, counted]);
  expect(await grantsOf(inn.accountId)).toHaveLength(1);
  expect(await pay(days)).toEqual([200, counted]);
  const paid = ["2026-11-10 OLD 500 2027-11-10", "2026-11-19 EVE 500 2027-11-19", "2026-11-20 NOW 500 2027-11-20"];
  expect(await grantsOf(inn.accountId)).toEqual(paid);
  expect(await pay(days)).toEqual([200, { stays: 0, customers: 0, points: 0 }]);

  // A corrected price changes nothing that was granted as a fixed number of points; a later stay of those days is paid too.
  await deliver(inn.accountId, [
    ["OLD", "2026-11-10", 9_001],
    ["LATE", "2026-11-05", 100],
  ]);
  expect(await grantsOf(inn.accountId)).toEqual(["2026-11-05 LATE 500 2027-11-05", ...paid]);
  const written = await call({ method: "GET", url: `/api/campaigns/${id}` });
  expect(written.json()).toMatchObject({ points_granted: 2000, paid_guests: 1 });
});

test("days are paid also where no stay of theirs is in yet: who asks before the file comes gets what who asks after it does", async () => {
  const ends: string[][] = [];
  for (const first of ["pay", "file"]) {
    const inn = await makeAccount(t.app, { name: `first-${first}` });
    const call = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
    const id = await open(call);
    const pay = async () => {
      const payload = { from: "2026-11-01", to: "2026-11-19" };
      await call({ method: "POST", url: `/api/campaigns/${id}/pay-stays`, payload });
      await work();
    };
    if (first === "pay") await pay();
    await deliver(inn.accountId, [["OLD", "2026-11-10", 9_000]]);
    if (first === "file") await pay();
    ends.push(await grantsOf(inn.accountId));
  }
  expect(ends).toEqual(Array(2).fill(["2026-11-10 OLD 500 2027-11-10"]));
});

test("stays that share a folio count in the order of their reservations, whichever came first", async () => {
  const once = (price: number) => all({ field: "use_price_total", operator: ">=", value: price });
  const orders = [
    ["FA", "FB", "FC"],
    ["FC", "FB", "FA"],
    ["FB", "FA", "FC"],
  ];
  const ends: string[][] = [];
  for (const [index, order] of orders.entries())
    for (const together of [true, false]) {
      const inn = await makeAccount(t.app, { name: `folio-${index}-${together}` });
      const call = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
      const prices: Record<string, number> = { FA: 10_000, FB: 50_000, FC: 1_000 };
      await open(call, basic(once(60_000)));
      const stays = order.map((code): [string, string, number] => [code, "2026-11-20", prices[code] ?? 0]);
      for (const file of together ? [stays] : stays.map((stay) => [stay])) await deliver(inn.accountId, file, "FOLIO9");
      ends.push(await grantsOf(inn.accountId));
    }
  // The total is reached with the second reservation.
  expect(ends).toEqual(Array(6).fill(["2026-11-20 FOLIO9/FB 500 2027-11-20", "2026-11-20 FOLIO9/FC 500 2027-11-20"]));
});

test("what is wrong with the days is said by field; other campaigns and other people are refused", async () => {
  const inn = await makeAccount(t.app, { name: "wrong-days" });
  const call = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const id = await open(call, { ...basic(), campaign_start_dt: "2026-11-01", campaign_end_dt: "2026-12-31" });
  const ask = async (body: object, as = call, campaign = id) => {
    const answer = await as({ method: "POST", url: `/api/campaigns/${campaign}/pay-stays`, payload: body });
    return [answer.statusCode, Object.keys(answer.json().fields ?? {})];
  };
  const days = { from: "2026-11-01", to: "2026-11-19" };
  expect(await ask({ from: "2026-11-19", to: "2026-11-01" })).toEqual([400, ["to"]]);
  expect(await ask({ from: "2026-11-01", to: "2026-11-21" })).toEqual([400, ["to"]]);
  expect(await ask({ from: "2026-10-01", to: "2026-10-31" })).toEqual([400, ["to"]]);
  expect(await ask({ from: "2026-02-30", to: "2026-11-01" })).toEqual([400, ["from"]]);
  expect(await ask({ to: "2026-11-01" })).toEqual([400, ["from"]]);
  expect(await ask(days, await t.as(await makeUser(t.app, inn, "role_user", ["campaigns/read"])))).toEqual([403, []]);
  const other = await makeAccount(t.app, { name: "somebody-else" });
  expect(await ask(days, await t.as(await makeUser(t.app, other, "role_admin", ["*"])))).toEqual([404, []]);
  await call({ method: "POST", url: `/api/campaigns/${id}/stop`, payload: {} });
  expect(await ask(days)).toEqual([400, []]);
});

test("a stay of today is judged by what is in force when the day ends", async () => {
  const inn = await makeAccount(t.app, { name: "today" });
  const call = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const id = await open(call);
  await deliver(inn.accountId, [["NOW", "2026-11-20", 9_000]]);
  const granted = ["2026-11-20 NOW 500 2027-11-20"];
  expect(await grantsOf(inn.accountId)).toEqual(granted);
  await call({ method: "POST", url: `/api/campaigns/${id}/stop`, payload: {} });
  await work();
  expect(await grantsOf(inn.accountId)).toEqual([]);
  await call({ method: "POST", url: `/api/campaigns/${id}/resume`, payload: {} });
  await work();
  expect(await grantsOf(inn.accountId)).toEqual(granted);
});

test("a basic campaign refuses conditions nobody can judge for the day of a check-out, naming them", async () => {
  const inn = await makeAccount(t.app, { name: "as-of" });
  const call = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const balance = { field: "point_balance", operator: ">=", value: 1 };
  const stays = { field: "stay_count", operator: ">=", value: 2 };
  const save = (type: "basic" | "repeat_promotion") =>
    call({ method: "POST", url: "/api/campaigns", payload: { ...basic(all(stays, balance)), type } });
  const refused = await save("basic");
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["segments.0.target.rules.1.field"]]);
  expect((await save("repeat_promotion")).statusCode).toBe(200);
});
