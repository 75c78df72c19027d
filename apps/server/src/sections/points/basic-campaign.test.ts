import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { EVERYBODY, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { csvOf, queued, runImport } from "../imports/imports.fixture.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

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
