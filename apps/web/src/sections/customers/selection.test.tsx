// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { FakeCalls } from "../../test/fake-calls.fixture.ts";
import { guestRow } from "../../test/guest.fixture.ts";
import { administrator, menuWithout, openProduct, serverFor } from "../../test/product.fixture.tsx";
import { audienceAnswer, campaignOf } from "../campaigns/campaigns.fixture.ts";

const guest = (id: number, name: string) => guestRow({ id, name });

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  const items = [guest(7, "山田 花子"), guest(8, "林 次郎")];
  server.answer("customers.list", { items, total: 120, page: 1, size: 50 });
  server.answer("customers.filters", {
    rfm_groups: [],
    rfms: [],
    ranks: [],
    facilities: [],
    customer_types: [{ id: 5, name: "法人" }],
  });
  server.answer("customers.addType", { id: 3, added: 2, had: 1, omitted: 0 });
  server.answer("customers.undoAddType", { removed: 2 });
  server.answer("campaigns.audience", audienceAnswer([{ matched: 9 }]));
  server.answer("campaigns.create", { id: 7 });
  server.answer("campaigns.get", campaignOf());
  server.answer("accountSettings.sender", {} as never);
});
const box = { taro: "山田 花子さんを選ぶ", page: "このページのお客様をすべて選ぶ" };

test("rows are picked one by one, the page at once, and given a type that can be taken back", async () => {
  const page = await openProduct("/customers", server);
  await page.press("field", box.taro);
  await page.says("1人を選択中");
  expect((await page.find<HTMLInputElement>("field", box.page)).indeterminate).toBe(true);
  await page.press("field", box.page);
  await page.says("2人を選択中");
  // Boxes do not open the row.
  await page.at("/customers");
  await page.press("button", "顧客区分を付ける");
  await page.press("[role=menuitem]", "法人");
  await page.says("2人に顧客区分「法人」を付けました。(1人にはすでに付いていました)");
  const sent = { selection: { ids: [7, 8] }, customer_type_id: 5 };
  expect(server.callsOf("customers.addType").map(({ body }) => body)).toEqual([sent]);
  expect(page.all<HTMLInputElement>("field", box.taro)[0]?.checked).toBe(false);
  await page.press("button", "元に戻す");
  await page.says("2人から顧客区分を外し、元に戻しました");
  expect(server.callsOf("customers.undoAddType").map(({ path }) => path)).toEqual([{ id: "3" }]);
  await page.gone("button", "元に戻す");
});

test("who was left out is said: of those that were picked, of all that match now, and of those whose type is taken back", async () => {
  server.answer("customers.addType", { id: 3, added: 1, had: 0, omitted: 1 });
  server.answer("customers.undoAddType", { removed: 0 });
  const page = await openProduct("/customers", server);
  const give = async () => {
    await page.press("button", "顧客区分を付ける");
    await page.press("[role=menuitem]", "法人");
  };
  await page.find("field", box.taro);
  await page.press("field", box.page);
  await give();
  await page.says("1人に顧客区分「法人」を付けました。選んだうち1人は、統合や削除などで一覧にいないため除きました。");
  await page.press("button", "元に戻す");
  await page.says("0人から顧客区分を外し、元に戻しました。ほかの1人からは、すでに外されていました。");
  server.answer("customers.addType", { id: 4, added: 117, had: 1, omitted: 0 });
  await page.press("field", box.taro);
  await page.press("button", "条件に合う120人すべてを選ぶ");
  await give();
  await page.says("条件に合うお客様は、一覧を表示したときの120人から118人に変わっていました。");
});

test("all that match are asked for by the list's conditions, and become a campaign's target", async () => {
  const page = await openProduct("/customers?stay_count_min=2&mail=reachable", server);
  await page.press("field", box.taro);
  await page.press("button", "条件に合う120人すべてを選ぶ");
  await page.says("120人を選択中");
  await page.press("button", "顧客区分を付ける");
  await page.press("[role=menuitem]", "法人");
  await page.says("付けました");
  expect(server.callsOf("customers.addType").at(-1)?.body.selection).toEqual({
    conditions: { stay_count_min: 2, mail: "reachable" },
  });
  await page.press("field", box.taro);
  await page.press("button", "条件に合う120人すべてを選ぶ");
  await page.press("button", "キャンペーンの対象にする");
  await page.at("/campaigns/new");
  await page.press("button", "白紙から作る: リピート促進");
  await page.at("/campaigns/7/edit");
  expect(server.callsOf("campaigns.create").at(-1)?.body.segments[0].target).toMatchObject({
    combinator: "and",
    rules: [
      { field: "stay_count", operator: ">=", value: 2 },
      { field: "mail_reachable", operator: "=", value: true },
    ],
  });
});

test("picked guests become the target themselves; what is picked goes with the conditions", async () => {
  const page = await openProduct("/customers", server);
  await page.find("field", box.taro);
  await page.press("field", box.page);
  await page.says("2人を選択中");
  await page.press("field", box.taro);
  await page.says("1人を選択中");
  await page.press("button", "キャンペーンの対象にする");
  await page.at("/campaigns/new");
  await page.says("一覧で選んだお客様");
  await page.press("button", "白紙から作る: リピート促進");
  await page.at("/campaigns/7/edit");
  expect(server.callsOf("campaigns.create").at(-1)?.body.segments[0].target).toMatchObject({
    rules: [{ field: "customer_id", operator: "in", value: [8] }],
  });
  await page.go("/customers");
  await page.press("field", box.taro);
  await page.says("1人を選択中");
  await page.go("/customers?mail=reachable");
  await page.no("1人を選択中");
});

const target = () => server.callsOf("campaigns.create").at(-1)?.body.segments[0].target;

test("a narrowed list becomes a campaign's target with one press, whole lists do not", async () => {
  const page = await openProduct("/customers?recency_score=5&frequency_score=4", server);
  await page.press("button", "この120人にキャンペーンを作る");
  await page.at("/campaigns/new");
  await page.press("button", "白紙から作る: リピート促進");
  await page.at("/campaigns/7/edit");
  expect(target()).toMatchObject({
    rules: [
      { field: "rfm_recency_score", operator: "=", value: 5 },
      { field: "rfm_frequency_score", operator: "=", value: 4 },
    ],
  });
  expect(server.callsOf("customers.ids")).toHaveLength(0);
  await page.go("/customers");
  await page.press("button", "キャンペーンを作る");
  await page.at("/campaigns/new");
  server.answer("customers.list", { items: [], total: 0, page: 1, size: 50 });
  const nobody = await openProduct("/customers?stay_count_min=99", server);
  await nobody.find("button", "キャンペーンを作る");
});

test.each([
  ["words", "q=yamada"],
  ["scores of a shared RFM", "rfm_id=4&recency_score=5&frequency_score=4"],
  ["who moved", "rfm_flow=4.2026-09-30.2026-11-20.1.2"],
])("%s, which no condition says, become the guests found now", async (_what, address) => {
  server.answer("customers.ids", { ids: [7, 8, 31] });
  const page = await openProduct(`/customers?${address}`, server);
  await page.press("button", "この120人にキャンペーンを作る");
  await page.at("/campaigns/new");
  await page.says("一覧で選んだお客様");
  await page.press("button", "白紙から作る: リピート促進");
  await page.at("/campaigns/7/edit");
  expect(target()).toMatchObject({ rules: [{ field: "customer_id", operator: "in", value: [7, 8, 31] }] });
});

test("more than can be named are told so, and who may not make campaigns is told why", async () => {
  server.answer("customers.list", { items: [guest(7, "山田 花子")], total: 10_001, page: 1, size: 50 });
  const page = await openProduct("/customers?q=yamada", server);
  const campaign = await page.find("button", /^この10,001人にキャンペーンを作る/);
  expect(campaign.getAttribute("aria-disabled")).toBe("true");
  await page.says("対象にできるのは10,000人までです");
  server.answer("menu.list", menuWithout("campaigns"));
  const later = await openProduct("/customers", server);
  await later.press("field", box.taro);
  const shut = await later.find("button", /^キャンペーンの対象にする/);
  expect(shut.getAttribute("aria-disabled")).toBe("true");
});

test("the list and what is selected in it go out as files, with its conditions or the picked guests, in the working account", async () => {
  const page = await openProduct("/customers?account_id=1&stay_count_min=2&sort=-stay_count", server);
  await page.find("field", box.taro);
  const files: string[] = [];
  const calls = globalThis.fetch;
  globalThis.fetch = async (asked, init) => {
    if (typeof asked !== "string") return calls(asked, init);
    files.push(asked);
    return new Response("氏名", { headers: { "content-disposition": 'attachment; filename="customers.csv"' } });
  };
  const url = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:1");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  const take = async (button: string) => {
    await page.press("button", button);
    await page.press("[role=menuitem]", /UTF-8/);
  };
  await take("CSVに書き出す");
  await page.press("field", box.taro);
  await take("「選んだお客様」をCSVに書き出す");
  await page.press("button", "条件に合う120人すべてを選ぶ");
  await take("「選んだお客様」をCSVに書き出す");
  await vi.waitFor(() => expect(url).toHaveBeenCalledTimes(3));
  const asked = files.map((each) => Object.fromEntries(new URL(each, "http://okaeri.example").searchParams));
  const rest = { sort: "-stay_count", account_id: "1", encoding: "utf8" };
  expect(asked).toEqual([
    { stay_count_min: "2", ...rest },
    { ids: "7", ...rest },
    { stay_count_min: "2", ...rest },
  ]);
});
