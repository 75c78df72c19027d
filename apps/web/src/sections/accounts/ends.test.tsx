// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf } from "../../test/fake-calls.fixture.ts";
import { headquarters, openProduct, provider, serverFor } from "../../test/product.fixture.tsx";

// Today is 2026-11-20. An end that is over or today asks who and what stops, before anything is sent.

const stops: AnswerOf<"accounts.stops"> = {
  accounts: 2,
  keys: 4,
  campaigns: 1,
  sends: 0,
  imports: 3,
  feed_batches: 0,
  guests: 1_250,
};
const account: AnswerOf<"accounts.get"> = {
  ...headquarters,
  contract_started_at: "2026-01-01",
  user_count: 3,
  children: [{ id: 2, code: "B", name: "別館" }],
  account_options: [
    {
      id: 5,
      option_type: "crm_option_parent",
      option_started_at: "2026-01-01",
      option_ended_at: null,
      option_item: "",
      is_active_today: true,
    },
  ],
  page_actions: ["read", "edit", "delete"],
  editable_parts: ["basics", "name", "contract", "options"],
};

beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
});

function serverOf() {
  const server = serverFor(provider);
  server.answer("accounts.get", account);
  server.answer("accounts.stops", ({ query }) =>
    query["option_types[0]"] === undefined
      ? stops
      : { ...stops, accounts: 0, keys: 2, campaigns: 0, imports: 0, guests: 0 },
  );
  server.answer("accounts.list", { items: [], total: 0, page: 1, size: 100 });
  return server;
}

test("a contract that ends today asks, with its people and accounts, before anything is sent", async () => {
  const server = serverOf();
  server.answer("accounts.update", { ...account, version: 2 });
  const page = await openProduct("/accounts/1/edit", server);
  await page.type("契約終了日", "2026-11-20");
  await page.press("button", /^保存する/);
  const dialog = await page.find("dialog", /契約をすぐに終えますか/);
  await page.says("お客様1,250人のデータは残ります");
  for (const words of [
    "3人",
    "下のアカウント 1件",
    "連携キー 4件",
    "キャンペーン 1本",
    "ファイル 3件",
    "データはすべて残り",
  ])
    expect(dialog.textContent).toContain(words);
  for (const words of [" 0件", "配信待ちの配信", "処理を待つ"]) expect(dialog.textContent).not.toContain(words);
  expect(server.callsOf("accounts.update")).toEqual([]);
  await page.press("button", "終えて保存する", dialog);
  await page.at("/accounts/1");
  expect(server.callsOf("accounts.update")).toHaveLength(1);
});

test("an option that ended yesterday asks what it closes", async () => {
  const server = serverOf();
  server.answer("accounts.updateOptions", { ...account, version: 2 });
  const page = await openProduct("/accounts/1/options", server);
  await page.type(/終了日$/, "2026-11-19");
  await page.press("button", /^保存する/);
  const dialog = await page.find("dialog", /オプションをすぐに終えますか/);
  await page.says("連携キー 2件");
  expect(server.callsOf("accounts.stops").at(-1)?.query).toMatchObject({ "option_types[0]": "crm_option_parent" });
  for (const words of ["RFMの画面を開けなくなり", "3人"]) expect(dialog.textContent).toContain(words);
  expect(server.callsOf("accounts.updateOptions")).toEqual([]);
});

test("switching an account or a client off counts what stops as well; a count that fails says so and stands in no way", async () => {
  const server = serverOf();
  const page = await openProduct("/accounts/1", server);
  await page.press("button", "無効にする");
  await page.says("連携キー 4件");
  expect((await page.find("dialog")).textContent).toContain("お客様1,250人のデータは残ります");
  server.refuse("accounts.stops", 500);
  server.answer("accounts.deactivate", { ...account, active_status: "inactive" });
  const again = await openProduct("/accounts/1", server);
  await again.press("button", "無効にする");
  await again.says("止まるものを数えられませんでした");
  await again.press("button", "無効にする", await again.find("dialog"));
  await again.says("「本館」を無効にしました");
});
