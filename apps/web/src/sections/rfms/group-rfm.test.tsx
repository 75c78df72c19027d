// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { type AnswerOf, type FakeCalls, refusal } from "../../test/fake-calls.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";
import { cellsOf, rfmOf } from "./rfms.fixture.ts";

type Rfm = AnswerOf<"rfms.get">;
const own = rfmOf({
  customers_scored: 15,
  heatmap: cellsOf((recency) => (recency === 5 ? 3 : 0)),
  page_actions: ["read", "create", "edit", "delete"],
});
const shared: Rfm = {
  ...own,
  id: 5,
  group_id: 9,
  group_name: "海辺",
  group_accounts: ["浜の宿", "岬の宿"],
  version: 3,
};
const counts = [1, 2, 3, 4, 5].map((score) => ({ score, count: 0 }));

let server: FakeCalls;
let items: Rfm[];
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  items = [own];
  server.answer("rfms.list", () => ({ items, total: items.length, page: 1, size: 50 }));
  server.answer("rfms.get", () => shared);
  server.answer("rfms.preview", { recency: counts, frequency: counts, monetary: counts, groups: [] });
  server.answer("rfms.candidates", {
    items: [
      { group_id: 9, name: "海辺", accounts: ["浜の宿", "岬の宿"], refusal: null },
      { group_id: 8, name: "山側", accounts: ["峰の宿"], refusal: "RFMを使える契約のないアカウントがあります: 峰の宿" },
    ],
  });
});

it("an RFM is made for a chosen account group and its thresholds open; what cannot be chosen says why", async () => {
  server.answer("rfms.create", () => shared);
  const page = await openProduct("/rfms", server);
  await page.press("button", "アカウントグループのRFMを作る");
  const dialog = await page.find("dialog", "アカウントグループのRFMを作る");
  await page.says("RFMを使える契約のないアカウントがあります: 峰の宿");
  expect(page.all("input[type=radio]", /./, dialog)).toHaveLength(1);
  await page.press("button", "作って、しきい値を決める", dialog);
  await page.says("アカウントグループを選んでください");
  expect(server.callsOf("rfms.create")).toEqual([]);
  await page.press("input[type=radio]", /海辺/, dialog);
  await page.press("button", "作って、しきい値を決める", dialog);
  await page.at("/rfms/5/edit");
  expect(server.callsOf("rfms.create")[0]?.body).toEqual({ group_id: 9 });
  await page.says("グループのすべてのアカウントに使われます");
});

it("says what the server refuses beside the choice", async () => {
  server.answer("rfms.create", () => refusal(400, { message: "x", fields: { group_id: "すでにあります" } }));
  const page = await openProduct("/rfms", server);
  await page.press("button", "アカウントグループのRFMを作る");
  await page.press("input[type=radio]", /海辺/);
  await page.press("button", "作って、しきい値を決める");
  await page.says("すでにあります");
});

it("stands beside the account's own, names its accounts, opens its own customers and can be deleted", async () => {
  items = [own, shared];
  server.answer("rfms.remove", () => {
    items = [own];
    return { id: 5 };
  });
  const page = await openProduct("/rfms", server);
  const block = await page.find("section", "海辺(アカウントグループ)");
  expect(block.textContent).toContain("宿泊を数えるアカウント: 浜の宿、岬の宿");
  const links = (at: Element) => page.all<HTMLAnchorElement>("link", /3人/, at).map((one) => one.getAttribute("href"));
  expect(links(block)[0]).toBe("/customers?rfm_id=5&recency_score=5&frequency_score=5");
  expect(links(await page.find("section", "本館"))[0]).toBe("/customers?recency_score=5&frequency_score=5");
  expect(page.all("button", /のRFMを削除する/)).toHaveLength(1);
  await page.press("button", "海辺(アカウントグループ)のRFMを削除する");
  const dialog = await page.find("dialog", /のRFMを削除しますか/);
  expect(dialog.textContent).toContain("アカウント自身のRFMは変わりません");
  await page.press("button", "RFMを削除する", dialog);
  await page.gone("section", "海辺(アカウントグループ)");
  expect(server.callsOf("rfms.remove")[0]).toMatchObject({ path: { id: "5" }, body: { version: 3 } });
});

it("says why R1 has no stays and no spend where it begins after the window ends", async () => {
  const words = "R1(最終宿泊から730日以上)のお客様の宿泊は、集計する2年より前です";
  const page = await openProduct("/rfms", server);
  await page.says(words);
  await page.says("F 過去2年の宿泊回数");
  items = [{ ...own, frequency_aggregation_years: 3 }];
  const longer = await openProduct("/rfms", server);
  await longer.says("F 過去3年の宿泊回数");
  expect(longer.text()).not.toContain("集計する");
});

it("a painted group stands once among the groups, with all that it covers", async () => {
  const row = (id: number, name: string, recency_score: number, count: number) => ({
    id,
    name,
    recency_score,
    frequency_score: null,
    monetary_score: null,
    priority: id,
    count,
  });
  items = [{ ...own, groups: [row(1, "両端", 5, 12), row(2, "中", 3, 3), row(3, "両端", 1, 0)] }];
  const page = await openProduct("/rfms", server);
  const list = await page.find("ul", "グループごとの人数");
  expect([...list.querySelectorAll("li")].map((one) => one.textContent)).toEqual([
    "両端R5、R112人80.0%",
    "中R33人20.0%",
  ]);
});

it("whoever may not create is offered no new one", async () => {
  items = [{ ...own, page_actions: ["read"] }];
  const page = await openProduct("/rfms", server);
  await page.says("しきい値");
  expect(page.all("button", "アカウントグループのRFMを作る")).toEqual([]);
});
