// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf } from "../../../test/fake-calls.fixture.ts";
import { administrator, headquarters, openProduct, provider, serverFor } from "../../../test/product.fixture.tsx";

type Picked = AnswerOf<"accounts.picker">["items"][number];
type Group = AnswerOf<"accountGroups.get">;
const picked = (id: number, name: string, company_id: number): Picked => ({
  ...{ id, name, company_id, code: `A${id}`, parent_id: null, company_name: company_id === 1 ? "海の湯" : "山の湯" },
  ...{ programme_account_id: id, facility_count: 1, facility_only: false },
});
const items = [picked(1, "海の湯 本館", 1), picked(2, "山の湯 本館", 2)];
const group: Group = {
  ...{ id: 5, name: "東日本", description: "", company_id: 1, company_name: "海の湯", active_status: "active" },
  ...{ members: [{ id: 1, code: "A1", name: "海の湯 本館" }], version: 1, updated_at: "2026-11-20T03:00:00Z" },
  page_actions: ["read"],
};

beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
});

test("another client clears the choice, because a group never reaches beyond one", async () => {
  const server = serverFor(provider);
  server.answer("accounts.picker", { items, default_account_id: 1 });
  server.answer("accounts.list", ({ query }) => {
    const own = items
      .filter((one) => String(one.company_id) === query.company_id)
      .map((one) => ({ ...headquarters, ...one }));
    return { items: own, total: own.length, page: 1, size: 100 };
  });
  server.answer("accountGroups.create", group);
  const page = await openProduct("/accounts/groups/new?company_id=1", server);
  await page.type("グループ名", "東日本");
  await page.press("field", "海の湯 本館");
  await page.says("選択中 1件");
  await page.press("field", "クライアント");
  await page.press("[role=option]", "山の湯");
  await page.says("選択中 0件");
  await page.find("field", "山の湯 本館");
  expect(page.all("field", "海の湯 本館")).toEqual([]);
  await page.press("button", "登録する");
  await page.find("link", "施設: 1件以上必要です");
  await page.press("field", "山の湯 本館");
  await page.press("button", "登録する");
  await page.says("「東日本」を登録しました");
  expect(server.askedFor("accountGroups.create").map(({ body }) => body.account_ids)).toEqual([[2]]);
});

test("a client's administrator reads the groups of own facilities, and makes none", async () => {
  const server = serverFor(administrator);
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
