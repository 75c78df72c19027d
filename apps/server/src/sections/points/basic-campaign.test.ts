import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeAccount, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { all, EVERYBODY, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { csvOf, queued, runImport } from "../imports/imports.fixture.ts";

let t: TestApp;
let now = TEST_NOW;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
});
afterAll(() => t.close());
beforeEach(() => {
  now = TEST_NOW;
});

test("the main job's first half over the calls: a campaign as the editor leaves it, every limit empty, earns on imported stays", async () => {
  const inn = await makeAccount(t.app, { name: "points" });
  const call = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const base = pointAction().point;
  if (!base) throw new Error("a point action has points");
  const point = { ...base, grant_type: "rate" as const, grant_absolute: null, grant_rate: 3 };
  const actions = [{ ...pointAction(), point }];
  const edit = promotion({ type: "basic", segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }] });
  const { id } = (await call({ method: "POST", url: "/api/campaigns", payload: edit })).json();
  const { version } = (await call({ method: "GET", url: `/api/campaigns/${id}` })).json();
  const on = await call({ method: "POST", url: `/api/campaigns/${id}/activate`, payload: { version } });
  expect([on.statusCode, on.json().status]).toEqual([200, "active"]);

  const stay = (code: string, price: number) => ({
    予約番号: code,
    予約状態: "滞在済",
    チェックイン日: "2026-11-19",
    チェックアウト日: "2026-11-20",
    利用金額: price,
    氏名: "山田 花子",
    会員番号: "M-1",
  });
  const batch = await queued(t.app, inn.accountId, inn.accountId, csvOf([stay("A", 33_350), stay("B", 33)]));
  await runImport(t.app, inn.accountId, batch);

  const customer = (await call({ method: "GET", url: "/api/customers" })).json().items[0];
  // 3 % of 33,350 is 1,000.5, floored; 3 % of 33 is nothing.
  expect(customer).toMatchObject({ stay_count: 2, point_balance: 1000 });
  const grants = (await call({ method: "GET", url: `/api/customers/${customer.id}/grant-points` })).json();
  expect(
    grants.items.map((g: { grant_point: number; campaign_name: string }) => [g.grant_point, g.campaign_name]),
  ).toEqual([[1000, "秋のご案内"]]);
});

test("a campaign whose target is a script pays the stays of whose evening it is true", async () => {
  const inn = await makeAccount(t.app, { name: "script" });
  const call = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const script = "local n = stay_count\nreturn n % 2 == 0 and use_price_total > n * 1000";
  const segments = [{ id: null, priority_seq: 1, target: { lua: script }, actions: [pointAction(70)] }];
  const payload = promotion({ type: "basic", segments });
  const { id } = (await call({ method: "POST", url: "/api/campaigns", payload })).json();
  const on = await call({ method: "POST", url: `/api/campaigns/${id}/activate`, payload: { version: 1 } });
  expect(on.statusCode).toBe(200);
  // The evenings of its days are those on which it is switched on and after.
  now = new Date("2026-11-24T03:00:00Z");
  const staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const stay = (code: string, day: string, price: number) => ({
    予約番号: code,
    予約状態: "滞在済",
    チェックイン日: "2026-11-19",
    チェックアウト日: day,
    利用金額: price,
    氏名: "山田 花子",
    会員番号: "M-1",
  });
  const rows = [
    stay("A", "2026-11-20", 900),
    stay("B", "2026-11-21", 900),
    stay("C", "2026-11-22", 900),
    stay("D", "2026-11-23", 9_000),
  ];
  await runImport(t.app, inn.accountId, await queued(t.app, inn.accountId, inn.accountId, csvOf(rows)));
  const [customer] = (await staff({ method: "GET", url: "/api/customers" })).json().items;
  expect(customer).toMatchObject({ stay_count: 4, point_balance: 70 });
});

test("a campaign for a facility's guests pays their stays from the first one there on, wherever they stay", async () => {
  const hq = await makeAccount(t.app, { name: "本部", option: "crm_option_parent" });
  const annex = await makeAccount(t.app, { name: "別館", above: hq, option: null });
  const call = await t.as(await makeUser(t.app, hq, "role_admin", ["*"]));
  const target = all({ field: "facility_account_id", operator: "in", value: [annex.accountId] });
  const segments = [{ id: null, priority_seq: 1, target, actions: [pointAction(100)] }];
  const { id } = (
    await call({ method: "POST", url: "/api/campaigns", payload: promotion({ type: "basic", segments }) })
  ).json();
  const on = await call({ method: "POST", url: `/api/campaigns/${id}/activate`, payload: { version: 1 } });
  expect(on.statusCode, on.body).toBe(200);

  const stay = (member: string, day: string) => ({
    予約番号: `${member}-${day}`,
    予約状態: "滞在済",
    チェックイン日: day,
    チェックアウト日: day,
    利用金額: 10_000,
    氏名: "山田 花子",
    会員番号: member,
  });
  const bring = async (facility: number, ...stays: object[]) =>
    runImport(
      t.app,
      hq.accountId,
      await queued(t.app, hq.accountId, facility, csvOf(stays as Record<string, string>[])),
    );
  now = new Date("2026-11-23T03:00:00Z");
  await bring(annex.accountId, stay("M-A", "2026-11-21"));
  await bring(hq.accountId, stay("M-A", "2026-11-20"), stay("M-A", "2026-11-22"), stay("M-B", "2026-11-21"));
  const { rows } = await t.app.database.inScope({ accountIds: [hq.accountId] }, (tx) =>
    sql`select customer.member_number, point_grant.grant_date, point_grant.facility_account_id, sum(point_grant.grant_point)::int as points
      from grant_points point_grant
      join customers customer on customer.account_id = point_grant.account_id and customer.id = point_grant.customer_id
        where point_grant.account_id = ${hq.accountId}
      group by 1, 2, 3 having sum(point_grant.grant_point) <> 0 order by 2`.execute(tx.db),
  );
  expect(rows).toEqual([
    { member_number: "M-A", grant_date: "2026-11-21", facility_account_id: annex.accountId, points: 100 },
    { member_number: "M-A", grant_date: "2026-11-22", facility_account_id: hq.accountId, points: 100 },
  ]);
});

const CONDITIONS: [string, Parameters<typeof all>[0], string[]][] = [
  ["gender in", { field: "gender", operator: "in", value: ["female"] }, ["花子"]],
  // Not known is neither.
  ["gender notIn", { field: "gender", operator: "notIn", value: ["female"] }, ["太郎", "薫"]],
  ["birthday_month in this month", { field: "birthday_month", operator: "in", value: ["this_month"] }, ["花子"]],
  ["birthday_month in a month", { field: "birthday_month", operator: "in", value: [4] }, ["太郎"]],
  ["stay_count", { field: "stay_count", operator: "=", value: 2 }, ["太郎"]],
  ["stay_count_2y", { field: "stay_count_2y", operator: ">=", value: 2 }, ["太郎"]],
  ["use_price_total", { field: "use_price_total", operator: "between", value: [15_000, 25_000] }, ["太郎"]],
  ["last_stay_days", { field: "last_stay_days", operator: "=", value: 0 }, ["太郎", "花子", "薫"]],
  ["last_stay_on", { field: "last_stay_on", operator: ">=", value: "2026-11-21" }, ["太郎"]],
];
test.each(CONDITIONS)("%s: whose stays a campaign for each stay pays", async (name, rule, paid) => {
  const inn = await makeAccount(t.app, { name });
  const call = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const segments = [{ id: null, priority_seq: 1, target: all(rule), actions: [pointAction(100)] }];
  const { id } = (
    await call({ method: "POST", url: "/api/campaigns", payload: promotion({ type: "basic", segments }) })
  ).json();
  const on = await call({ method: "POST", url: `/api/campaigns/${id}/activate`, payload: { version: 1 } });
  expect(on.statusCode, on.body).toBe(200);
  now = new Date("2026-11-23T03:00:00Z");
  const stay = (guest: string, day: string, more: Record<string, string> = {}) => ({
    予約番号: `${guest}-${day}`,
    予約状態: "滞在済",
    チェックイン日: day,
    チェックアウト日: day,
    利用金額: 10_000,
    氏名: `山田 ${guest}`,
    会員番号: guest,
    性別: "",
    生年月日: "",
    ...more,
  });
  const man = { 性別: "男性", 生年月日: "1980-04-03" };
  const rows = [
    stay("花子", "2026-11-20", { 性別: "女性", 生年月日: "1975-11-30" }),
    stay("太郎", "2026-11-20", man),
    stay("太郎", "2026-11-21", man),
    stay("薫", "2026-11-20"),
  ];
  await runImport(t.app, inn.accountId, await queued(t.app, inn.accountId, inn.accountId, csvOf(rows)));
  const { rows: found } = await t.past.pool.query(
    `select distinct customer.member_number from grant_points point_grant join customers customer on customer.id = point_grant.customer_id
     where point_grant.account_id = $1 group by 1, point_grant.grant_date having sum(point_grant.grant_point) <> 0`,
    [inn.accountId],
  );
  expect(found.map((row) => row.member_number).sort()).toEqual([...paid].sort());
});

test("a campaign for stays from Sunday to Thursday, of two nights or more: a check-in that is corrected pays, or takes back", async () => {
  const inn = await makeAccount(t.app, { name: "weekdays" });
  const call = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const target = all(
    { field: "stay_check_in_day", operator: "in", value: [0, 1, 2, 3, 4] },
    { field: "stay_days", operator: ">=", value: 2 },
  );
  const segments = [{ id: null, priority_seq: 1, target, actions: [pointAction(100)] }];
  const { id } = (
    await call({ method: "POST", url: "/api/campaigns", payload: promotion({ type: "basic", segments }) })
  ).json();
  const on = await call({ method: "POST", url: `/api/campaigns/${id}/activate`, payload: { version: 1 } });
  expect(on.json()).toMatchObject({ status: "active" });
  const earned = async (checkIn: string) => {
    const row = {
      予約番号: "W-1",
      予約状態: "滞在済",
      チェックイン日: checkIn,
      チェックアウト日: "2026-11-20",
      利用金額: 20_000,
      氏名: "山田 花子",
      会員番号: "M-1",
    };
    await runImport(t.app, inn.accountId, await queued(t.app, inn.accountId, inn.accountId, csvOf([row])));
    return (await call({ method: "GET", url: "/api/customers" })).json().items[0].point_balance;
  };
  // 20 November 2026 is a Friday.
  expect(await earned("2026-11-19"), "Thursday, one night").toBe(0);
  expect(await earned("2026-11-18"), "Wednesday, two nights").toBe(100);
  expect(await earned("2026-11-14"), "Saturday").toBe(0);
  expect(await earned("2026-11-15"), "Sunday").toBe(100);
});
