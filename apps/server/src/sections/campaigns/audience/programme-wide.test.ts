import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../../test/app.ts";
import { EVERYBODY, mailAction, pointAction, promotion } from "../campaigns.fixture.ts";

// product §1: campaigns belong to the whole programme. They are changed with the right on the programme account; a facility reads them.

const NOBODY = 999_999_999;
let t: TestApp;
let hq: Facility;
let inn: Facility;
let campaignId: number;
let owner: Caller;

beforeAll(async () => {
  t = await testApp();
  hq = await makeAccount(t.app, { name: "hq", option: "crm_option_parent" });
  inn = await makeAccount(t.app, { name: "inn", above: hq, option: null });
  owner = await t.as(await makeUser(t.app, hq, "role_admin", ["*"]));
  campaignId = (await owner({ method: "POST", url: "/api/campaigns", payload: promotion() })).json().id;
});
afterAll(() => t.close());

const menuOf = async (caller: Caller, section: string, at: Facility) =>
  (await caller({ method: "GET", url: `/api/menu?account_id=${at.accountId}` }))
    .json()
    .find((entry: { section: string }) => entry.section === section);

test.each([
  ["clerk with every campaign right", "role_user", ["campaigns/all"]],
  ["clerk with crm_option", "role_user", ["crm_option"]],
  ["administrator", "role_admin", ["*"]],
] as const)("a facility's %s reads the programme's campaigns and changes none", async (_, role, held) => {
  const caller = await t.as(await makeUser(t.app, inn, role, held));
  const before = (await owner({ method: "GET", url: `/api/campaigns/${campaignId}` })).json();
  const list = (await caller({ method: "GET", url: "/api/campaigns" })).json();
  expect(list.items).toMatchObject([{ id: campaignId, page_actions: ["read"] }]);
  const seen = (await caller({ method: "GET", url: `/api/campaigns/${campaignId}` })).json();
  expect([seen.page_actions, seen.commands]).toEqual([["read"], []]);
  expect((await menuOf(caller, "campaigns", inn)).page_actions).toEqual(["read"]);
  const edit = promotion({ name: "別名" });
  const segments = [{ target: EVERYBODY, types: ["mail"] }];
  const { mail } = mailAction();
  const calls = [
    ["POST", "", edit],
    ["PUT", `/${campaignId}`, { ...edit, version: seen.version }],
    ["DELETE", `/${campaignId}`, {}],
    ["POST", `/${campaignId}/activate`, { version: seen.version }],
    ["POST", `/${campaignId}/stop`, {}],
    ["POST", `/${campaignId}/resume`, {}],
    ["POST", "/audience", { segments }],
    ["POST", "/preview", { target: EVERYBODY, mail, points: null, customer_id: null }],
    // What does not exist answers the same: the right comes first.
    ["POST", `/${NOBODY}/stop`, {}],
  ] as const;
  for (const [method, path, payload] of calls) {
    const answer = await caller({ method, url: `/api/campaigns${path}`, payload });
    expect([method, path, answer.statusCode, answer.json().message]).toEqual([method, path, 403, "不正リクエストです"]);
  }
  expect((await owner({ method: "GET", url: `/api/campaigns/${campaignId}` })).json()).toEqual(before);
});

test("the right on the programme account reaches it from a facility too, and only as far as it goes", async () => {
  const id = await makeUser(t.app, hq, "role_user", ["campaigns/edit", "campaigns/read", "campaigns/create"]);
  const caller = await t.as(id);
  expect((await menuOf(caller, "campaigns", hq)).page_actions).toEqual(["read", "create", "edit"]);
  const payload = promotion({
    name: "本部の企画",
    segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [pointAction()] }],
  });
  const made = await caller({ method: "POST", url: "/api/campaigns", payload });
  expect(made.statusCode).toBe(200);
  const url = `/api/campaigns/${made.json().id}`;
  expect((await caller({ method: "DELETE", url })).statusCode).toBe(403);
  const fromInn = await owner({ method: "DELETE", url: `${url}?account_id=${inn.accountId}` });
  expect(fromInn.statusCode).toBe(200);
});
