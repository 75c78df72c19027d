// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf, FakeCalls } from "../../test/fake-calls.fixture.ts";
import { guest } from "../../test/guest.fixture.ts";
import { administrator, menuWithout, openProduct, serverFor } from "../../test/product.fixture.tsx";

type Item = AnswerOf<"guestCampaigns.list">["items"][number];
const came: Item = {
  key: "push-5",
  campaign_id: 3,
  campaign_name: "秋のご案内",
  action_id: 8,
  action_type: "mail",
  at: "2026-11-19T03:00:00Z",
  got: true,
  reason: null,
  detail: null,
  judged_by: null,
  unmet: [],
  points: null,
  guest_message_id: 12,
  stay_on: null,
};
const not = (over: Partial<Item>): Item => ({ ...came, got: false, guest_message_id: null, ...over });
const listOf = (...items: Item[]) => ({ items, total: items.length, page: 1, size: 50 });
const PLACE = "/customers/7?tab=campaigns";

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("customers.get", guest);
});

test("the tab says of each send whether it came, why not, by what that was judged, and where to change it", async () => {
  server.answer(
    "guestCampaigns.list",
    listOf(
      came,
      not({ key: "push-4", reason: "no_consent", detail: "配信への同意がありません" }),
      not({
        key: "push-3",
        reason: "segment",
        detail: "この対象の条件に合っていません",
        judged_by: "then",
        unmet: [{ field: "stay_count", operator: ">=", value: 3 }],
      }),
      not({ key: "push-9", reason: "capped", detail: "最近の配信回数が上限に達しています" }),
      not({ key: "push-2", reason: "unknown", detail: "接続が切れました" }),
      { ...came, key: "stay-1-8", action_type: "point", points: 1_500, stay_on: "2026-11-10", guest_message_id: null },
    ),
  );
  const page = await openProduct(PLACE, server);
  await page.says("配信への同意がありません");
  expect(page.text()).toMatch(/配信したときの条件と、お客様のいまのデータで判定/);
  expect((await page.find("link", "メールを読む")).getAttribute("href")).toBe("/customers/7?tab=messages&message=12");
  expect((await page.find("link", "配信の同意を見る")).getAttribute("href")).toBe("/customers/7");
  expect(page.text()).toMatch(
    /この対象の条件に合っていません満たしていない条件: 宿泊回数: 3回以上配信したときの条件と、いまのデータによる判定/,
  );
  expect((await page.find("link", "配信回数の上限を見る")).getAttribute("href")).toBe("/accounts/1/sender");
  expect(page.text()).toContain("結果不明");
  expect(page.text()).toMatch(/2026年11月10日チェックアウト 届いた1,500ポイント/);
  expect(document.querySelector('tbody a[href="/campaigns/3"]')?.textContent).toBe("秋のご案内メール");
});

test("what came or did not can be shown alone, the address keeps it, and an empty page says of what it is empty", async () => {
  server.answer("guestCampaigns.list", ({ query }) => (query["got"] === "true" ? listOf() : listOf(came)));
  const page = await openProduct(PLACE, server);
  await page.says("秋のご案内");
  await page.press("field", "届いた");
  await page.says("この180日間に届いたキャンペーンはまだありません。");
  expect(location.search).toBe("?tab=campaigns&got=got");
  expect(server.callsOf("guestCampaigns.list").at(-1)?.query).toMatchObject({ got: "true" });
  await page.press("field", "すべて");
  await page.says("秋のご案内");
  expect(location.search).toBe("?tab=campaigns");
});

test("a failure can be tried again; whoever may not change guests sees no link to it", async () => {
  server.refuse("guestCampaigns.list", 500);
  await (await openProduct(PLACE, server)).find("button", "もう一度読み込む");
  server.answer("customers.get", { ...guest, page_actions: ["read"] });
  server.answer("guestCampaigns.list", listOf(not({ reason: "no_address", detail: "メールアドレスに届きません" })));
  const reader = await openProduct(PLACE, server);
  await reader.says("メールアドレスに届きません");
  expect(reader.text()).not.toContain("メールアドレスと配信停止を見る");
});

test("whoever may not read campaigns sees no tab of them", async () => {
  server.answer("menu.list", menuWithout("campaigns"));
  server.answer("customers.timeline", { items: [], total: 0, page: 1, size: 50 });
  const clerk = await openProduct("/customers/7?tab=timeline", server);
  await clerk.find("tab", "できごと");
  await clerk.gone("tab", "キャンペーン");
});
