// @vitest-environment jsdom
import { paintOf } from "@okaeri/domain/rfms/paint";
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type AnswerOf, type FakeCalls, refusal } from "../../test/fake-calls.fixture.ts";
import { administrator, openProduct, provider, serverFor } from "../../test/product.fixture.tsx";
import { rfmOf } from "./rfms.fixture.ts";

type Rfm = AnswerOf<"rfms.get">;
const group = (id: number, name: string, recency_score: number | null): Rfm["groups"][number] => ({
  id,
  name,
  recency_score,
  frequency_score: null,
  monetary_score: null,
  priority: id,
  count: id,
});
const ungrouped = rfmOf({
  frequency_aggregation_years: 3,
  monetary_aggregation_years: 3,
  customers_scored: 6,
  heatmap: [],
});
const rfm: Rfm = {
  ...ungrouped,
  details: ungrouped.details.map((row) => (row.score === 1 ? { ...row, recency: 1000 } : row)),
  groups: [group(1, "優良", 5), group(2, "安定", 3), group(3, "休眠", 1)],
};
const counts = [1, 2, 3, 4, 5].map((score) => ({ score, count: score }));

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("rfms.get", () => rfm);
  server.answer("rfms.list", { items: [rfm], total: 1, page: 1, size: 50 });
  server.answer("ranks.list", { items: [], total: 0, page: 1, size: 50 });
  server.answer("rfms.preview", ({ body }) => ({
    recency: counts,
    frequency: counts,
    monetary: counts,
    groups: body.groups.map((_: unknown, index: number) => ({ index, count: 1 })),
  }));
});

type Page = Awaited<ReturnType<typeof openProduct>>;
const value = async (page: Page, name: string) => (await page.find<HTMLInputElement>("field", name)).value;
const names = (page: Page) => page.all<HTMLInputElement>("field", /番目のグループの名前$/).map((one) => one.value);

describe("/rfms/{id}/edit", () => {
  it("tells beside the field what is wrong, and moves to the summary when saving", async () => {
    const page = await openProduct("/rfms/4/edit", server);
    await page.type("R 4の上限", "1");
    await page.says("ひとつ前のしきい値より大きくしてください");
    await page.press("button", "保存する");
    const summary = await page.find("alert", /次の項目を確認してください/);
    expect(document.activeElement).toBe(summary.parentElement);
    const id = (await page.find("field", "R 4の上限")).id;
    expect((await page.find("link", /(?:)/, summary)).getAttribute("href")).toBe(`#${id}`);
    expect(server.callsOf("rfms.update")).toEqual([]);
  });

  it("asks before unsaved changes are lost", async () => {
    const page = await openProduct("/rfms/4/edit", server);
    await page.type("F 5の下限", "99");
    await page.press("link", "ランク管理");
    const dialog = await page.find("dialog", "保存していない変更があります");
    expect(dialog.textContent).toContain("宿泊回数のしきい値");
    await page.press("button", "このページに戻る", dialog);
    await page.gone("dialog");
    expect(await value(page, "F 5の下限")).toBe("99");
    await page.press("link", "ランク管理");
    await page.press("button", "変更を捨てて移動する");
    await page.at("/ranks");
  });

  it("shows what the data suggests without saving it", async () => {
    server.answer("rfms.suggest", {
      details: rfm.details.map((one) => ({ ...one, frequency: one.frequency * 2 })),
      ties: { recency: null, frequency: { value: 1, customers: 12 }, monetary: null },
    });
    const page = await openProduct("/rfms/4/edit", server);
    await page.press("button", "データから提案");
    await page.says("保存するまで反映されません");
    expect(await value(page, "F 5の下限")).toBe("8");
    await page.says("F(宿泊回数)では、12人(80%)が同じ値(1回)です");
    expect(server.callsOf("rfms.update")).toEqual([]);
    await page.press("button", "変更を取り消す");
    expect(await value(page, "F 5の下限")).toBe("4");
  });

  it("adds, moves and deletes groups; deleting asks and says who moves on", async () => {
    const page = await openProduct("/rfms/4/edit", server);
    await page.find("field", "R 4の上限");
    expect(names(page)).toEqual(["優良", "安定", "休眠"]);
    await page.press("button", "グループを追加する");
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/番目のグループの名前$/);
    await page.type(/4番目のグループの名前$/, "夏だけの常連");
    await page.press("button", "「夏だけの常連」を上へ移す");
    expect(names(page)).toEqual(["優良", "安定", "夏だけの常連", "休眠"]);
    expect(document.activeElement?.getAttribute("aria-label")).toBe("「夏だけの常連」を上へ移す");
    await page.press("button", "「優良」を削除する");
    const dialog = await page.find("dialog");
    expect(dialog.textContent).toContain("どのグループにも入らなくなります");
    await page.press("button", "グループを削除する", dialog);
    expect(names(page)).toEqual(["安定", "夏だけの常連", "休眠"]);
    await page.press("button", "変更を取り消す");
    expect(names(page)).toEqual(["優良", "安定", "休眠"]);
  });

  it("puts what was typed over the newest version when somebody else saved first", async () => {
    const page = await openProduct("/rfms/4/edit", server);
    await page.type("F 5の下限", "90");
    server.answer("rfms.get", { ...rfm, version: 7, frequency_aggregation_years: 5 });
    server.answer("rfms.update", ({ body }) =>
      body.version === 7 ? { ...rfm, version: 8 } : refusal(412, { message: "ほかの人が先に変更しました" }),
    );
    await page.press("button", "保存する");
    await page.says("ほかの人が先に変更しました");
    await page.press("button", "最新の内容を読み込む");
    await page.no("ほかの人が先に変更しました");
    expect(await value(page, "F 5の下限")).toBe("90");
    await page.press("button", "保存する");
    await page.at("/rfms");
    const saved = server.callsOf("rfms.update").at(-1)?.body;
    expect([saved.frequency_aggregation_years, saved.details[4].frequency]).toEqual([5, 90]);
  });
});

it("years and groups being edited are kept when the session ends, and offered again", async () => {
  const years = "宿泊回数を数える年数";
  const page = await openProduct("/rfms/4/edit", server);
  await page.type(years, "9");
  await page.press("button", "グループを追加する");
  await page.type(/4番目のグループの名前$/, "途中のグループ");
  await page.press("button", /^R4 F5: /);
  server.refuse("rfms.update", 409);
  await page.press("button", "保存する");
  await page.says("ユーザー情報が更新されました。再ログインしてください");

  const again = await openProduct("/rfms/4/edit", server);
  await again.find("button", "入力を元に戻す");
  expect(await value(again, years)).toMatch(/^3/);
  await again.press("button", "入力を元に戻す");
  expect(await value(again, years)).toMatch(/^9/);
  expect(names(again)).toEqual(["優良", "安定", "休眠", "途中のグループ"]);
  await again.press("button", "変更を取り消す");
  expect(names(again)).toEqual(["優良", "安定", "休眠"]);
});

it("specification §2: provider staff may look, but the edit page is the error page", async () => {
  const looking = serverFor(provider);
  const closed = { ...rfm, page_actions: ["read"] };
  looking.answer("rfms.get", closed);
  looking.answer("rfms.list", { items: [closed], total: 1, page: 1, size: 50 });
  // product §1: they choose a client before anything of its guests is shown.
  const page = await openProduct("/rfms", looking);
  await page.press("link", /本館/);
  await page.at("/rfms?account_id=1");
  await page.says("スコアのしきい値");
  expect(page.all("button", "しきい値とグループを編集する")).toEqual([]);
  expect(looking.callsOf("rfms.list").map(({ query }) => query.account_id)).toEqual(["1"]);
  await page.go("/rfms/4/edit?account_id=1");
  await page.says("不正リクエストです");
});

describe("painting groups", () => {
  const cell = (page: Page, name: RegExp) => page.find<HTMLButtonElement>("button", name);
  const key = async (one: Element, pressed: string) =>
    act(async () => void one.dispatchEvent(new KeyboardEvent("keydown", { key: pressed, bubbles: true })));

  it("each cell says whose it is; arrows move, pressing paints and takes away, undo brings back", async () => {
    const page = await openProduct("/rfms/4/edit", server);
    await page.press("input[type=radio]", "「安定」を塗る");
    const first = await cell(page, /^R5 F5: 優良$/);
    expect([first.tabIndex, first.getAttribute("aria-pressed")]).toEqual([0, "false"]);
    await page.focus(first);
    await key(first, "ArrowDown");
    const beneath = await cell(page, /^R4 F5: グループなし$/);
    expect([document.activeElement, beneath.tabIndex, first.tabIndex]).toEqual([beneath, 0, -1]);
    await act(async () => beneath.click());
    await cell(page, /^R4 F5: 安定$/);
    await page.says("R4 F5を「安定」にしました");
    expect(beneath.getAttribute("aria-pressed")).toBe("true");
    await act(async () => beneath.click());
    await cell(page, /^R4 F5: グループなし$/);
    await page.press("button", "1つ戻す");
    await cell(page, /^R4 F5: 安定$/);
    await page.press("button", "1つ戻す");
    await cell(page, /^R4 F5: グループなし$/);
    expect((await page.find<HTMLButtonElement>("button", "1つ戻す")).disabled).toBe(true);
  });

  it("one group covers some of M in many cells, is shown and counted once, and is sent as rows of its name", async () => {
    const page = await openProduct("/rfms/4/edit", server);
    server.answer("rfms.update", { ...rfm, version: 2 });
    await page.press("input[type=radio]", "「休眠」を塗る");
    for (const level of ["M1", "M2", "M3", "M4"]) await page.press("input[type=checkbox]", level);
    await page.press("button", /^R5 F5: /);
    await page.press("button", /^R4 F1: /);
    await cell(page, /^R5 F5: M5は休眠、M1〜4は優良$/);
    expect(names(page)).toEqual(["優良", "安定", "休眠"]);
    await page.says(/人数は、いま入力されている値で計算しています/);
    await page.press("button", "保存する");
    await page.at("/rfms");
    const { groups } = server.callsOf("rfms.update")[0]?.body ?? {};
    const sent = groups.map((one: Rfm["groups"][number]) => [
      one.name,
      one.id,
      [one.recency_score, one.frequency_score, one.monetary_score].map((score) => score ?? "*").join(""),
    ]);
    expect(sent.filter(([name]: string[]) => name === "休眠")).toEqual([
      ["休眠", 3, "1**"],
      ["休眠", null, "5**"],
      ["休眠", null, "415"],
    ]);
    expect(paintOf(groups).filter((name) => name === "優良")).toHaveLength(24);
  });

  it("a group that nothing is painted for is told at its name", async () => {
    const page = await openProduct("/rfms/4/edit", server);
    await page.press("button", "グループを追加する");
    await page.type(/4番目のグループの名前$/, "空");
    await page.press("button", "保存する");
    await page.says("マス目を1つ以上塗ってください");
    expect(server.callsOf("rfms.update")).toEqual([]);
  });

  it.each([
    [0, "宿泊実績のあるお客様がまだいません"],
    [3, "宿泊実績のあるお客様は3人です"],
  ])("says what %d guests mean", async (guests, words) => {
    const all = [1, 2, 3, 4, 5].map((score) => ({ score, count: score === 2 ? guests : 0 }));
    server.answer("rfms.preview", { recency: all, frequency: all, monetary: all, groups: [] });
    const page = await openProduct("/rfms/4/edit", server);
    await page.says(words);
    if (guests > 1) await page.says("M(利用金額)では、全員がスコア2です");
  });
});
