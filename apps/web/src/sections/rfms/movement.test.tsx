// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { type AnswerOf, type FakeCalls, refusal } from "../../test/fake-calls.fixture.ts";
import { administrator, menuWithout, openProduct, serverFor } from "../../test/product.fixture.tsx";
import { flowShape } from "./flow-shape.ts";
import { rfmOf } from "./rfms.fixture.ts";

type Movement = AnswerOf<"rfms.movement">;
const movement: Movement = {
  from: "2026-09-30",
  to: "2026-11-20",
  first_day: "2026-01-01",
  changed_on: [],
  groups: [
    { id: 1, name: "優良", gone: false },
    { id: 2, name: "離反", gone: false },
    { id: 3, name: "旧会員", gone: true },
  ],
  flows: [
    { was: "1", is: "1", count: 40 },
    { was: "1", is: "2", count: 7 },
    { was: "3", is: "none", count: 2 },
    { was: "new", is: "1", count: 1000 },
    { was: "2", is: "unscored", count: 1 },
  ],
};
const own = rfmOf({ page_actions: ["read"] });

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("rfms.list", { items: [own], total: 1, page: 1, size: 50 });
  server.answer("rfms.movement", movement);
});

it("each flow is a link to its guests, in the picture and in the table, with the same numbers", async () => {
  const page = await openProduct("/rfms", server);
  const picture = await page.find("section", "2026年09月30日から2026年11月20日までのグループの移動");
  await page.says("1,010人が移動し、40人は同じグループのままです。");
  const links = page.all<HTMLAnchorElement>("a", /から/, picture);
  expect(links.map((one) => [one.getAttribute("aria-label"), one.getAttribute("href")])).toEqual([
    ["優良から優良へ 40人", "/customers?rfm_flow=4.2026-09-30.2026-11-20.1.1"],
    ["優良から離反へ 7人", "/customers?rfm_flow=4.2026-09-30.2026-11-20.1.2"],
    ["離反からスコアなしへ 1人", "/customers?rfm_flow=4.2026-09-30.2026-11-20.2.unscored"],
    ["旧会員(いまはないグループ)からグループなしへ 2人", "/customers?rfm_flow=4.2026-09-30.2026-11-20.3.none"],
    ["新しいお客様から優良へ 1,000人", "/customers?rfm_flow=4.2026-09-30.2026-11-20.new.1"],
  ]);
  const card = await page.find("section", "グループの移動");
  await page.press("input[type=radio]", "表で見る", card);
  const rows = [...card.querySelectorAll("tbody tr")].map((row) =>
    [...row.querySelectorAll("td, th")].map((cell) => cell.textContent),
  );
  expect(rows[0]).toEqual(["新しいお客様", "優良", "1,000人"]);
  // Who stayed comes last, however many they are.
  expect(rows.at(-1)).toEqual(["優良", "優良", "40人"]);
  expect(rows).toHaveLength(5);
});

it("guests of no group are called the same in the bars, the movement and a condition on guests", async () => {
  const group = {
    id: 1,
    name: "優良",
    recency_score: 5,
    frequency_score: null,
    monetary_score: null,
    priority: 1,
  } as const;
  server.answer("rfms.list", { items: [{ ...own, groups: [{ ...group, count: 20 }] }], total: 1, page: 1, size: 50 });
  const page = await openProduct("/rfms", server);
  const bars = await page.find("section", "グループ");
  expect(bars.textContent).toContain("グループなし5人");
  await page.find("a", "旧会員(いまはないグループ)からグループなしへ 2人");
  expect(page.text()).not.toContain("どのグループにも");
});

it("says by which settings it counts, and on which days they changed", async () => {
  const page = await openProduct("/rfms", server);
  await page.says("それぞれの日の夜に使われていたしきい値とグループで数えます");
  expect(page.text()).not.toContain("この間に設定が変わりました");
  server.answer("rfms.movement", { ...movement, changed_on: ["2026-10-01", "2026-11-02"] });
  const later = await openProduct("/rfms", server);
  await later.says("この間に設定が変わりました(2026年10月01日、2026年11月02日)");
});

it("a day is asked for with the other one, and what is wrong with it stands beside it", async () => {
  const page = await openProduct("/rfms", server);
  await page.says("40人は同じグループ");
  server.answer("rfms.movement", () =>
    refusal(400, { message: "x", fields: { from: "スコアの記録は2026年01月01日からです" } }),
  );
  await page.type("いつから", "2025/12/31");
  await page.says("スコアの記録は2026年01月01日からです");
  expect(server.callsOf("rfms.movement").at(-1)?.query).toMatchObject({ from: "2025-12-31", to: "2026-11-20" });
  const query = server.callsOf("rfms.movement").length;
  await page.type("いつから", "きのう");
  expect(server.callsOf("rfms.movement")).toHaveLength(query);
});

it("without customers/read the flows are no links", async () => {
  server.answer("menu.list", menuWithout("customers"));
  const page = await openProduct("/rfms", server);
  const picture = await page.find("section", "2026年09月30日から2026年11月20日までのグループの移動");
  expect(picture.querySelectorAll("a")).toHaveLength(0);
  expect(picture.querySelectorAll("path")).toHaveLength(5);
});

it("ribbons fill their places exactly and stay within the picture", () => {
  const order = ["1", "2", "3", "none", "unscored", "new"];
  const { bars, ribbons, height } = flowShape(movement.flows, order);
  for (const side of ["was", "is"] as const)
    expect(bars.filter((bar) => bar.side === side).reduce((sum, bar) => sum + bar.height, 0)).toBeCloseTo(360);
  expect(ribbons).toHaveLength(movement.flows.length);
  for (const bar of bars) expect(bar.y + bar.height).toBeLessThan(height);
  expect(flowShape([], order)).toMatchObject({ bars: [], ribbons: [] });
});
