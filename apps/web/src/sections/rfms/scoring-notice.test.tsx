// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import type { AnswerOf, FakeCalls } from "../../test/fake-calls.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";
import { rfmOf } from "./rfms.fixture.ts";

type Rfm = AnswerOf<"rfms.get">;
const own = rfmOf();
// 10:32 in Tokyo.
const SINCE = "2026-11-20T01:32:00.000Z";

let server: FakeCalls;
const answer = (change: Partial<Rfm>) =>
  server.answer("rfms.list", { items: [rfmOf(change)], total: 1, page: 1, size: 20 });
const asked = (name: "rfms.list" | "rfms.movement") => server.callsOf(name).length;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("rfms.movement", {
    from: "2026-09-30",
    to: "2026-11-20",
    first_day: "2026-01-01",
    changed_on: [],
    groups: [],
    flows: [],
  });
});

it("waits, runs and is done before one's eyes, told to screen readers, and everything else asks again", async () => {
  answer({ scoring: { state: "waiting", since: SINCE } });
  const page = await openProduct("/rfms", server);
  await page.says("計算の順番を待っています(受付 2026年11月20日 10:32)");
  const statusText = () => [...document.querySelectorAll('[role="status"]')].map((one) => one.textContent).join("|");
  expect(statusText()).toContain("計算の順番を待っています");
  expect(statusText()).not.toContain("経過");
  const movements = asked("rfms.movement");
  answer({ scoring: { state: "running", since: SINCE } });
  await vi.waitFor(() => expect(statusText()).toContain("スコアを計算しています(開始 2026年11月20日 10:32)"), 6_000);
  expect(page.text()).toContain("経過");
  expect(asked("rfms.movement")).toBe(movements);
  answer({ scored_on: "2026-11-20", customers_scored: 31 });
  await vi.waitFor(() => expect(statusText()).toContain("スコアの計算が終わりました"), 6_000);
  await page.says("31人");
  await vi.waitFor(() => expect(asked("rfms.movement")).toBeGreaterThan(movements), 6_000);
  expect(page.text()).not.toContain("経過");
}, 20_000);

it("a scoring that failed says when, that the night tries again, and who can run it at once", async () => {
  answer({ scoring: { state: "failed", since: SINCE } });
  const page = await openProduct("/rfms", server);
  await page.says("前回の計算に失敗しました(2026年11月20日 10:32)");
  expect(page.text()).toContain("毎日午前3時に、自動でもう一度計算します。");
  expect(page.text()).toContain("いますぐやり直せます");
  expect(page.text()).not.toContain("経過");
  answer({ scoring: { state: "failed", since: SINCE }, page_actions: ["read"] });
  const reader = await openProduct("/rfms", server);
  await reader.says("急ぐときや、何度も失敗するときは、サービス提供会社にご連絡ください");
  expect(reader.all("button", "スコアを計算し直す")).toEqual([]);
});

it("a press scores everybody again: it waits at once, the button says why it cannot be pressed, and the end is told", async () => {
  answer({});
  const page = await openProduct("/rfms", server);
  server.answer("rfms.score", { ...own, scoring: { state: "waiting", since: SINCE } });
  await page.press("button", "スコアを計算し直す");
  await page.says("計算の順番を待っています");
  expect(server.callsOf("rfms.score")).toHaveLength(1);
  await page.press("button", /スコアを計算し直す/);
  const refused = await page.find("button", /スコアを計算し直す/);
  expect([refused.getAttribute("aria-disabled"), refused.textContent]).toEqual([
    "true",
    expect.stringContaining("順番を待っています。終わるまでお待ちください"),
  ]);
  expect(server.callsOf("rfms.score")).toHaveLength(1);
  await vi.waitFor(() => expect(page.text()).toContain("スコアの計算が終わりました"), 6_000);
}, 15_000);

it("a scoring that somebody else began is seen as soon as one comes back to the window", async () => {
  answer({});
  const page = await openProduct("/rfms", server);
  await page.says("評価した日");
  answer({ scoring: { state: "running", since: SINCE } });
  window.dispatchEvent(new Event("visibilitychange"));
  await page.says("スコアを計算しています");
});

it("nothing is said, and nothing asked again, while no scoring is under way", async () => {
  answer({});
  const page = await openProduct("/rfms", server);
  await page.says("評価した日");
  const before = asked("rfms.list");
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(asked("rfms.list")).toBe(before);
  const statusText = [...document.querySelectorAll('[role="status"]')].map((one) => one.textContent).join("|");
  expect(statusText).not.toContain("計算");
}, 10_000);

it("days beside the map are written like every figure", async () => {
  const days = [3_920, 3_762, 3_615, 3_487, 0];
  answer({ details: own.details.map((detail) => ({ ...detail, recency: days[detail.score - 1] ?? 0 })) });
  const page = await openProduct("/rfms", server);
  await page.says("3,487〜3,615日未満");
  await page.says("3,762〜3,920日未満");
});
