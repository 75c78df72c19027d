// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf, FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { administrator, headquarters, openProduct, provider, serverFor } from "../../../test/product.fixture.tsx";

type Picked = AnswerOf<"accounts.picker">["items"][number];
type Group = AnswerOf<"accountGroups.get">;
const picked = (id: number, name: string, company_id: number): Picked => ({
  id,
  name,
  company_id,
  code: `A${id}`,
  parent_id: null,
  company_name: company_id === 1 ? "海の湯" : "山の湯",
  programme_account_id: id,
  facility_count: 1,
  facility_only: false,
});
const items = [picked(1, "海の湯 本館", 1), picked(2, "山の湯 本館", 2)];
const group: Group = {
  id: 5,
  name: "東日本",
  description: "",
  company_id: 1,
  company_name: "海の湯",
  active_status: "active",
  members: [{ id: 1, code: "A1", name: "海の湯 本館" }],
  version: 1,
  updated_at: "2026-11-20T03:00:00Z",
  page_actions: ["read"],
};

type Account = AnswerOf<"accounts.list">["items"][number];
const accounts: Account[] = items.map((one) => ({ ...headquarters, ...one }));
const withAccounts = (server: FakeCalls, all = accounts) => {
  server.answer("accounts.list", ({ query }) => {
    const own = all.filter((one) => String(one.company_id) === query.company_id);
    return { items: own, total: own.length, page: 1, size: 100 };
  });
  return server;
};

beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
});

test("another client clears the choice, because a group never reaches beyond one", async () => {
  const server = withAccounts(serverFor(provider));
  server.answer("accounts.picker", { items, default_account_id: 1 });
  server.answer("accountGroups.create", group);
  const page = await openProduct("/accounts/groups/new?company_id=1", server);
  await page.type("グループ名", "東日本");
  await page.press("field", "海の湯 本館");
  await page.says("施設1件");
  await page.press("field", "クライアント");
  await page.press("[role=option]", "山の湯");
  await page.says("施設0件");
  await page.find("field", "山の湯 本館");
  expect(page.all("field", "海の湯 本館")).toEqual([]);
  await page.press("button", "登録する");
  await page.find("link", "施設: 1件以上必要です");
  await page.press("field", "山の湯 本館");
  await page.press("button", "登録する");
  await page.says("「東日本」を登録しました");
  expect(server.callsOf("accountGroups.create").map(({ body }) => body.account_ids)).toEqual([[2]]);
});

test("a client's administrator reads the groups of own facilities, and makes none", async () => {
  const server = withAccounts(serverFor(administrator));
  server.answer("accountGroups.list", { items: [group], total: 1, page: 1, size: 50 });
  server.answer("accountGroups.get", group);
  const page = await openProduct("/accounts/groups", server);
  await page.find("link", "東日本");
  expect(page.all("button", /グループを登録する/)).toEqual([]);
  await page.go("/accounts/groups/5");
  await page.find("heading", "東日本");
  await page.find("link", /^海の湯 本館/);
  expect(page.all("main button")).toEqual([]);
  await page.go("/accounts/groups/new");
  await page.says("不正リクエストです");
});

test("offers active accounts and those already chosen, ticks all that are found, and says which one the server refuses", async () => {
  const beneath = (id: number, name: string, more: Partial<Account> = {}) => ({
    ...headquarters,
    id,
    name,
    code: `A${id}`,
    parent_id: 1,
    parent_name: "海の湯 本館",
    depth: 1,
    ...more,
  });
  const server = withAccounts(serverFor(provider), [
    ...accounts,
    beneath(3, "海の湯 東館"),
    beneath(4, "海の湯 西館", { active_status: "inactive" }),
    beneath(5, "海の湯 南館", { active_status: "inactive" }),
  ]);
  const members = [...group.members, { id: 4, code: "A4", name: "海の湯 西館" }];
  server.answer("accountGroups.get", { ...group, members, page_actions: ["read", "edit", "delete"] });
  server.answer("accountGroups.update", { ...group, members });
  const page = await openProduct("/accounts/groups/5", server);
  await page.find("link", /^海の湯 西館/);
  expect(page.all("link", /^海の湯 東館/)).toEqual([]);
  await page.press("button", "編集する");
  await page.find("field", "海の湯 東館");
  await page.find("field", "海の湯 西館");
  expect(page.all("field", "海の湯 南館")).toEqual([]);
  // What is taken out and put in again is no change.
  await page.press("field", "海の湯 本館");
  await page.says("施設1件");
  await page.press("field", "海の湯 本館");
  await page.says("施設2件");
  expect(page.all("region", "未保存の変更")).toEqual([]);
  await page.type("施設名・コードで絞り込む", "A3");
  await page.says("上位: 海の湯 本館");
  expect(page.all("field", "海の湯 本館")).toEqual([]);
  await page.press("field", "表示中の施設をすべて選ぶ");
  await page.says("施設3件");
  await page.type("施設名・コードで絞り込む", "東の館");
  await page.says("「東の館」に当てはまる施設はありません");
  await page.type("施設名・コードで絞り込む", "");
  server.refuse("accountGroups.update", 400, { fields: { "account_ids.2": "選べなくなりました" } });
  await page.press("button", "保存する");
  await page.find("link", /選べなくなりました/);
  expect(server.callsOf("accountGroups.update").map(({ body }) => body.account_ids)).toEqual([[1, 3, 4]]);
});
