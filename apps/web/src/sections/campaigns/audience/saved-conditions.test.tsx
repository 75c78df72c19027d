// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeCalls, refusal } from "../../../test/fake-calls.fixture.ts";
import { administrator, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import { campaignOf } from "../campaigns.fixture.ts";
import type { SavedCondition } from "./saved-conditions.api.ts";

const own = { field: "stay_count", operator: ">=", value: 3 };
const rich = { field: "use_price_total", operator: ">=", value: 100_000 };
const stored: SavedCondition = {
  id: 4,
  name: "よく使われる方",
  target: { combinator: "and", rules: [rich] },
  lua_script: "",
  updated_at: "2026-11-20T03:00:00Z",
  updated_by_name: "山田 花子",
  version: 2,
};
const draft = campaignOf({ action_types: ["mail"] });
const withRule = {
  ...draft,
  segments: draft.segments.map((each) => ({ ...each, target: { combinator: "and" as const, rules: [own] } })),
};

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("customers.filters", { rfm_groups: [], rfms: [], ranks: [], customer_types: [], facilities: [] });
  server.answer("savedConditions.list", { items: [stored] });
  server.answer("campaigns.get", withRule);
  server.answer("campaigns.update", ({ body }) => ({ ...withRule, ...body, version: 2 }));
});

/** What the editor has saved as the first segment's target. */
async function saved(page: Awaited<ReturnType<typeof openProduct>>) {
  await page.says("保存済み");
  return server.callsOf("campaigns.update").at(-1)?.body.segments[0]?.target;
}

test("saved conditions are added to those of the segment, or take their place", async () => {
  const page = await openProduct("/campaigns/7/edit?card=who", server);
  await page.press("button", "保存した条件");
  await page.press("[role=menuitem]", "よく使われる方");
  await page.press("button", "いまの条件に足す", await page.find("dialog", /よく使われる方/));
  expect(await saved(page)).toEqual({ combinator: "and", rules: [own, rich] });
  await page.press("button", "保存した条件");
  await page.press("[role=menuitem]", "よく使われる方");
  await page.press("button", "いまの条件と入れ替える", await page.find("dialog", /よく使われる方/));
  expect(await saved(page)).toEqual({ combinator: "and", rules: [rich] });
});

test("conditions are kept under a name; one that is there is written over, and what is refused is said at the name", async () => {
  const page = await openProduct("/campaigns/7/edit?card=who", server);
  await page.press("button", "保存した条件");
  await page.press("[role=menuitem]", "いまの条件に名前を付けて保存する");
  const dialog = await page.find("dialog", "条件に名前を付けて保存する");
  await page.type("名前", "常連");
  server.answer("savedConditions.create", () =>
    refusal(400, { message: "入力内容をご確認ください。", fields: { name: "200件までです" } }),
  );
  await page.press("button", "保存する", dialog);
  await page.says("200件までです");
  await page.type("名前", "よく使われる方");
  server.answer("savedConditions.update", ({ body }) => ({ items: [{ ...stored, ...body, version: 3 }] }));
  await page.press("button", "上書きする", dialog);
  await page.says("条件「よく使われる方」を保存しました。");
  expect(server.callsOf("savedConditions.update").map(({ body }) => body)).toEqual([
    { version: 2, name: "よく使われる方", target: withRule.segments[0]?.target },
  ]);
});

test("what is kept is renamed and deleted, after a question", async () => {
  const page = await openProduct("/campaigns/7/edit?card=who", server);
  await page.press("button", "保存した条件");
  await page.press("[role=menuitem]", "保存した条件を整理する");
  await page.press("button", "「よく使われる方」の名前を変更する");
  await page.type("名前", "たくさん使われる方");
  server.answer("savedConditions.update", ({ body }) => ({ items: [{ ...stored, ...body, version: 3 }] }));
  await page.press("button", "保存する");
  server.answer("savedConditions.remove", { items: [] });
  await page.press("button", "「たくさん使われる方」を削除する");
  await page.press("button", "削除する", await page.find("dialog", "「たくさん使われる方」を削除しますか"));
  await page.says("保存した条件はまだありません。");
  expect(server.callsOf("savedConditions.remove").map(({ path }) => path.id)).toEqual(["4"]);
});

test("a kept script takes the place of conditions, and of nothing without a question", async () => {
  const script = { ...stored, name: "Luaの条件", target: null, lua_script: "stay_count % 2 == 1" };
  server.answer("savedConditions.list", { items: [script] });
  const page = await openProduct("/campaigns/7/edit?card=who", server);
  await page.press("button", "保存した条件");
  await page.press("[role=menuitem]", "Luaの条件");
  const dialog = await page.find("dialog", /Luaの条件/);
  expect(dialog.textContent).not.toContain("いまの条件に足す");
  await page.press("button", "いまの条件と入れ替える", dialog);
  expect(await saved(page)).toEqual({ lua: script.lua_script });
});
