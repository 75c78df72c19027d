// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { FakeCalls } from "../../test/fake-calls.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";

const batch = {
  id: 5,
  state: "done" as const,
  channel: "s4" as const,
  kind: "reservations" as const,
  key_name: "本館",
  facility_account_id: 3,
  facility_name: "本館",
  rows: 1_000,
  rows_new: 997,
  rows_changed: 0,
  rows_unchanged: 0,
  rows_held: 3,
  created_at: "2026-11-20T00:00:00Z",
  finished_at: "2026-11-20T00:00:01Z",
  page_actions: ["create"],
};
const row = (row_index: number, row_outcome: "new" | "refused") => ({
  row_index,
  row_outcome,
  reservation_code: `R-${row_index}`,
  customer_id: null,
  reservation_id: null,
  labels: {},
  reasons: [],
  row: null,
  version: 1,
  updated_by_name: null,
  updated_at: null,
});

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("merges.count", { waiting: 0 });
  server.answer("inbox.wordsOf", { items: [] });
  server.answer("inbox.get", batch);
  server.answer("inbox.rows", ({ query }) =>
    query.row_outcome === "refused"
      ? { items: [row(912, "refused")], total: 3, page: 1, size: 50 }
      : { items: [row(0, "new")], total: 1_000, page: 1, size: 50 },
  );
});

test("the rows of a batch that wait for somebody are one press away, and so are the others again", async () => {
  const page = await openProduct("/customers/inbox/5", server);
  await page.says("R-0");
  await page.press("link", "保留の行だけを見る");
  await page.at("/customers/inbox/5?row_outcome=refused");
  await page.says("R-912");
  await page.find("button", "直す");
  await page.press("link", "すべての行を見る");
  await page.at("/customers/inbox/5");
  await page.says("R-0");
});

test("where nothing is held there is nothing to press", async () => {
  server.answer("inbox.get", { ...batch, rows_held: 0 });
  const page = await openProduct("/customers/inbox/5", server);
  await page.says("R-0");
  expect(page.all("link", "保留の行だけを見る")).toEqual([]);
});

test("a reason stands with its field's name in the list, and alone at the field that is mended", async () => {
  const reasons = [
    { field: "guest_name", code: "required", label: "氏名", message: "入力してください" },
    { field: "", code: "gave_up", label: "", message: "やり直してください" },
    // A sentence that happens to begin as the label of its field does is left as it is.
    { field: "plan_code", code: "wrong_form", label: "プラン", message: "プラン: 形が違います" },
  ];
  server.answer("inbox.rows", {
    total: 1,
    page: 1,
    size: 50,
    items: [
      {
        ...row(1, "refused"),
        reasons,
        row: { guest_name: "", plan_code: "?" },
        labels: { guest_name: "氏名", plan_code: "プラン" },
      },
    ],
  });
  const page = await openProduct("/customers/inbox/5", server);
  await page.says("氏名: 入力してください");
  await page.says("プラン: プラン: 形が違います");
  await page.press("button", "直す");
  const dialog = (await page.find("dialog", "2行目を直す")).textContent;
  expect(dialog).toContain("入力してください");
  expect(dialog).not.toContain("氏名: 入力してください");
  expect(dialog).toContain("プラン: 形が違います");
  expect(dialog).toContain("やり直してください");
});

test("words nobody knows stand above the list with their rows; one that is matched is gone, and so is one that means nothing", async () => {
  server.answer("inbox.list", { items: [], total: 0, page: 1, size: 20 });
  const word = {
    id: 4,
    field: "customer_type" as const,
    channel: "s4" as const,
    word: "GOLD",
    rows: 12,
    reservations: 9,
  };
  const gold = { ...word, last_reported_at: "2026-11-20T00:00:00Z" };
  const tel = { ...gold, id: 5, field: "booking_channel" as const, word: "TEL" };
  const choices = [{ field: "customer_type" as const, id: 7, name: "常連" }];
  server.answer("inbox.words", { items: [gold, tel], choices });
  server.answer("inbox.matchWord", ({ body }) => ({
    items: body.choice_id === null ? [] : [tel],
    choices,
    customers: 8,
    reservations: 0,
  }));
  const page = await openProduct("/customers/inbox", server);
  await page.says("「GOLD」");
  await page.says("12行");
  await page.type("「GOLD」の意味", "7");
  await page.press("button", "「GOLD」の意味を決める");
  await page.says("「GOLD」を「常連」にしました。お客様8人に付きました。");
  await page.type("「TEL」の意味", "nothing");
  await page.press("button", "「TEL」の意味を決める");
  await page.says("「TEL」は何にも当てはめないことにしました。");
  expect(server.callsOf("inbox.matchWord").map(({ body }) => body)).toEqual([{ choice_id: 7 }, { choice_id: null }]);
  expect(page.all("button", /の意味を決める/)).toEqual([]);
});

test("a batch says which of its words nobody knows, and leads to where they are matched", async () => {
  server.answer("inbox.wordsOf", { items: [{ field: "customer_type", word: "GOLD", rows: 12 }] });
  const page = await openProduct("/customers/inbox/5", server);
  await page.says("顧客区分「GOLD」12行");
  const link = await page.find("link", "意味を決める");
  expect(link.getAttribute("href")).toBe("/customers/inbox");
});
