// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { type AnswerOf, type FakeCalls, refusal } from "../../test/fake-calls.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";

type Rank = AnswerOf<"ranks.get">;
const rank: Rank = {
  id: 7,
  account_id: 1,
  account_name: "本館",
  definition: "stay",
  use_point_unit: 100,
  active_month: 12,
  base_month: 24,
  base_date: 31,
  valid_from: "2026-01-01",
  version: 3,
  coming: null,
  customers_without_rank: 0,
  evaluated_on: "2026-11-19",
  evaluation: { state: "idle", since: null },
  details: [],
  page_actions: ["read", "create", "edit", "delete"],
};
// 0:05 in Tokyo.
const SINCE = "2026-11-19T15:05:00.000Z";

let server: FakeCalls;
const answer = (change: Partial<Rank>) =>
  server.answer("ranks.list", { items: [{ ...rank, ...change }], total: 1, page: 1, size: 20 });
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("ranks.months", { tiers: [], months: [] });
});

it("judging waits, runs up to a day and is done before one's eyes, and the month ends ask again", async () => {
  answer({});
  const page = await openProduct("/ranks", server);
  await page.says("最後に判定した日: 2026年11月19日");
  server.answer("ranks.evaluate", { ...rank, evaluation: { state: "waiting", since: SINCE } });
  await page.press("button", "いますぐ判定する");
  await page.says("判定の順番を待っています(受付 2026年11月20日 00:05)");
  const months = server.callsOf("ranks.months").length;
  answer({ evaluated_on: "2026-11-10", evaluation: { state: "running", since: SINCE } });
  const running = "ランクを判定しています(開始 2026年11月20日 00:05)。2026年11月10日の分まで終わりました。";
  await vi.waitFor(() => expect(page.text()).toContain(running), 6_000);
  expect(page.text()).toContain("経過");
  answer({ evaluated_on: "2026-11-20" });
  await vi.waitFor(() => expect(page.text()).toContain("ランクの判定が終わりました"), 6_000);
  await page.says("最後に判定した日: 2026年11月20日");
  await vi.waitFor(() => expect(server.callsOf("ranks.months").length).toBeGreaterThan(months), 6_000);
}, 20_000);

it("one that failed says what to do, to each by their right; a refusal of the start is told", async () => {
  answer({ evaluation: { state: "failed", since: SINCE } });
  const page = await openProduct("/ranks", server);
  await page.says("前回の判定に失敗しました(2026年11月20日 00:05)");
  expect(page.text()).toContain("毎日午前0時過ぎに、自動でもう一度判定します。急ぐときは、いますぐやり直せます。");
  server.answer("ranks.evaluate", () => refusal(403, { message: "不正リクエストです" }));
  await page.press("button", "いますぐ判定する");
  await page.says("不正リクエストです");
  answer({ evaluation: { state: "failed", since: SINCE }, page_actions: ["read"] });
  const reader = await openProduct("/ranks", server);
  await reader.says("急ぐときや、何度も失敗するときは、サービス提供会社にご連絡ください");
  expect(reader.all("button", "いますぐ判定する")).toEqual([]);
});
