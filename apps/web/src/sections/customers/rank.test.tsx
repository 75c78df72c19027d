// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf, FakeCalls } from "../../test/fake-calls.fixture.ts";
import { guest } from "../../test/guest.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";

const tier = (id: number, name: string, most: number | null) => ({
  id,
  name,
  priority: id,
  use_point_unit: 100,
  min_use_point: 500,
  max_use_point: most,
});
const earned: AnswerOf<"ranks.ofGuest"> = {
  held: { rank_detail_id: 2, name: "シルバー", priority: 2, rank_type: "auto", expiration_date: "2027-04-30" },
  given: null,
  earned: { rank_detail_id: 2, name: "シルバー", expiration_date: "2027-04-30" },
  progress: {
    definition: "use_price",
    base_month: 24,
    measure: 62_000,
    held: "シルバー",
    next: { name: "ゴールド", amount: 38_000, until: "2027-03-31" },
    keep: { amount: 5_000, until: null },
    falls: { last_day: "2027-04-30", to: "一般" },
  },
  tiers: [tier(1, "ゴールド", 5_000), tier(2, "シルバー", 2_000), tier(3, "一般", null)],
  history: [],
  history_total: 0,
  version: 0,
  undoable: false,
  page_actions: ["read", "edit"],
};
const given: AnswerOf<"ranks.ofGuest"> = {
  ...earned,
  held: { rank_detail_id: 1, name: "ゴールド", priority: 1, rank_type: "manual", expiration_date: "2027-03-31" },
  given: {
    rank_detail_id: 1,
    name: "ゴールド",
    since_date: "2026-11-20",
    expiration_date: "2027-03-31",
    remarks: "常連様のご紹介",
    given_by: "支配人",
  },
  history: [
    {
      id: 31,
      changed_on: "2026-11-20",
      cause: "manual",
      rank_type: "manual",
      name: "ゴールド",
      previous_name: "シルバー",
      expiration_date: "2027-03-31",
      remarks: "常連様のご紹介",
      changed_by: "支配人",
    },
  ],
  history_total: 1,
  version: 31,
  undoable: true,
};

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("customers.get", guest);
  server.answer("customers.notes", { items: [] });
  server.answer("customers.consents", { items: [] });
  server.answer("customers.suppressions", { current: null, items: [] });
  server.answer("merges.ofCustomer", { items: [] });
  server.answer("ranks.ofGuest", earned);
});

test("a rank has the same colour above the page and on its card", async () => {
  server.answer("customers.get", { ...guest, rank: { id: 2, name: "シルバー", priority: 2 } });
  await openProduct("/customers/7", server);
  const tags = () => [...document.querySelectorAll<HTMLElement>("[data-kind]")];
  await vi.waitFor(() =>
    expect(tags().flatMap((tag) => (tag.textContent === "シルバー" ? [tag.dataset.kind] : []))).toEqual([
      "silver",
      "silver",
    ]),
  );
});

test("a rank is given with reason and last day, after what it means was said", async () => {
  const page = await openProduct("/customers/7", server);
  await page.press("button", "ランクを付ける");
  await page.press("button", "確認する");
  await page.says("理由");
  expect(server.callsOf("ranks.give")).toEqual([]);
  // What is asked for is marked as asked for.
  for (const name of ["付けるランク", "最終日", "理由"])
    expect((await page.find<HTMLInputElement>("field", name)).required).toBe(true);
  await page.press("field", "付けるランク");
  await page.press("[role=option]", "一般");
  await page.type("最終日", "2027/3/31");
  await page.type("理由", "お詫び");
  await page.press("button", "確認する");
  await page.says("一般を2027年03月31日まで付けます。");
  await page.says("100ポイント単位で、1回に500ポイント以上です");
  await page.says("いまのランク(シルバー)より下がります。");
  server.answer("ranks.give", given);
  server.answer("ranks.ofGuest", given);
  await page.press("button", "このランクを付ける");
  await page.says("一般を付けました。");
  expect(server.callsOf("ranks.give").at(-1)?.body).toEqual({
    version: 0,
    rank_detail_id: 3,
    expiration_date: "2027-03-31",
    remarks: "お詫び",
  });
  await page.says("支配人");
});

test("what was given says by whom, why and what is earned beneath; it is ended with a reason, and undone", async () => {
  server.answer("ranks.ofGuest", given);
  const page = await openProduct("/customers/7", server);
  await page.says("2026年11月20日に支配人が付けました");
  await page.says("理由:常連様のご紹介");
  await page.says("実績ではシルバーです");
  await page.says("シルバー → ゴールド");
  await page.press("button", "手動のランクを終える");
  await page.type("理由", "取り違え");
  await page.press("button", "確認する");
  await page.says("手動で付けたゴールドを今日で終え、シルバーに変えます。");
  server.refuse("ranks.endGiven", 412);
  await page.press("button", "終える");
  await page.find("button", "確認する");
  await page.press("button", "やめる");
  server.answer("ranks.undoGiven", earned);
  await page.press("button", "元に戻す");
  server.answer("ranks.ofGuest", earned);
  await page.says("最後の操作の前の状態に戻します");
  await page.press("[role=dialog] button", "元に戻す");
  await page.says("ランクを元に戻しました。");
  expect(server.callsOf("ranks.undoGiven").at(-1)?.body).toEqual({ version: 31 });
});

test("what is missing for the next rank and for this one, and what becomes of it, by what the definition counts", async () => {
  const page = await openProduct("/customers/7", server);
  await page.says("直近24か月のご利用 ¥62,000");
  await page.says("あと¥38,000のご利用でゴールドです(2027年03月31日まで)。");
  await page.says("あと¥5,000のご利用でシルバーが延びます。");
  await page.says("このままだと2027年04月30日までで、2027年05月01日から一般になります。");
  // Regular evaluations prolong what is still earned.
  const longer = { ...earned.progress, falls: { last_day: "2028-06-01", to: "一般" } };
  server.answer("ranks.ofGuest", { ...earned, progress: longer as NonNullable<typeof earned.progress> });
  const renewed = await openProduct("/customers/7", server);
  await renewed.says("このままだと定期判定で延びて2028年06月01日まで続き、2028年06月02日から一般になります。");
  const stays = { ...earned.progress, definition: "stay" as const, measure: 8, next: null, keep: null, falls: null };
  server.answer("ranks.ofGuest", { ...earned, progress: { ...stays, base_month: 12, held: "ゴールド" } });
  const top = await openProduct("/customers/7", server);
  await top.says("直近12か月の宿泊 8回");
  await top.says("いちばん上のランクです。");
});

test("who only reads sees the rank and its history, and no button", async () => {
  server.answer("ranks.ofGuest", { ...given, page_actions: ["read"] });
  const page = await openProduct("/customers/7", server);
  await page.says("シルバー → ゴールド");
  for (const name of ["手動のランクを変える", "手動のランクを終える", "元に戻す"])
    expect(page.all("button", name)).toEqual([]);
});

test("who knows that two customers are one guest chooses the other and is led to the two side by side; a refusal stands at the field", async () => {
  const found = { ...guest, id: 9, name: "山田 華子", member_number: null, version: 1 };
  server.answer("customers.list", { items: [found], total: 1, page: 1, size: 20 });
  const page = await openProduct("/customers/7", server);
  await page.press("button", "同じ方を統合する");
  await page.press("button", "並べて確かめる");
  await page.says("顧客を選んでください");
  expect(server.callsOf("merges.propose")).toEqual([]);
  await page.press("field", "同じ方の顧客");
  await page.press("[role=option]", "山田 華子");
  server.refuse("merges.propose", 400, { fields: { other_customer_id: "同じ顧客です" } });
  await page.press("button", "並べて確かめる");
  await page.says("同じ顧客です");
  server.answer("merges.propose", { id: 31 });
  await page.press("button", "並べて確かめる");
  await page.at("/customers/merges/31");
  expect(server.callsOf("merges.propose").at(-1)?.body).toEqual({ customer_id: 7, other_customer_id: 9 });
  server.answer("customers.get", { ...guest, page_actions: ["read"] });
  const reader = await openProduct("/customers/7", server);
  await reader.says("配信の同意");
  expect(reader.all("button", "同じ方を統合する")).toHaveLength(0);
});
