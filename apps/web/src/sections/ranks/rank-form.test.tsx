// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type AnswerOf, type FakeCalls, refusal } from "../../test/fake-calls.fixture.ts";
import { until } from "../../test/mount.fixture.tsx";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";
import { audienceAnswer } from "../campaigns/campaigns.fixture.ts";

type Rank = AnswerOf<"ranks.get">;
const tier = (id: number, name: string, total_stay: number, count: number): Rank["details"][number] => ({
  id,
  name,
  total_stay,
  total_use_price: null,
  total_get_point: null,
  priority: id,
  min_use_point: 100,
  max_use_point: 10_000 * (4 - id),
  count,
  manual_count: 0,
});
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
  details: [tier(1, "ゴールド", 4, 20), tier(2, "シルバー", 2, 30), tier(3, "一般", 0, 950)],
  page_actions: ["read", "create", "edit", "delete"],
};
const preview: AnswerOf<"ranks.preview"> = {
  valid_from: "2026-11-20",
  customers: 1000,
  up: 0,
  down: 0,
  down_later: 12,
  tiers: [{ name: "ゴールド", before: 20, after: 20, finally: 8 }],
  moves: [{ from: "ゴールド", to: "シルバー", way: "down", later: true, count: 12 }],
  guests: {
    items: [{ id: 5, name: "山田 花子", from: "ゴールド", to: "シルバー", way: "down", on: "2027-03-31" }],
    total: 12,
    page: 1,
    size: 20,
  },
};
const listed = (items: Rank[]) => ({ items, total: items.length, page: 1, size: 20 });

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("ranks.list", listed([rank]));
  server.answer("ranks.get", () => rank);
  server.answer("ranks.months", { tiers: [], months: [] });
  server.answer("ranks.preview", preview);
  server.answer("ranks.previewNew", { ...preview, up: 50, down_later: 0 });
});

describe("/ranks", () => {
  it("shows how many hold each rank and their share, and leads to them", async () => {
    server.answer("ranks.list", listed([{ ...rank, customers_without_rank: 1000 }]));
    const page = await openProduct("/ranks", server);
    await page.says(/過去24か月の.+で決まり、12か月有効/);
    const bars = [...document.querySelectorAll('[aria-label="ランクごとの人数"] li')].map((one) => one.textContent);
    expect(bars.map((words) => /\D+(.*)$/.exec(words ?? "")?.[1])).toEqual([
      "20人1.0%",
      "30人1.5%",
      "950人47.5%",
      "1,000人50.0%",
    ]);
    expect((await page.find("link", /^ゴールド/)).getAttribute("href")).toBe("/customers?rank_detail_id=1");
    server.answer("campaigns.audience", audienceAnswer([{ matched: 20 }]));
    await page.press("button", "「ゴールド」のお客様にキャンペーンを作る");
    await page.says("20人のお客様に");
    expect(server.callsOf("campaigns.audience")[0]?.body.segments[0].target).toEqual({
      combinator: "and",
      rules: [{ field: "rank_detail_id", operator: "in", value: [1] }],
    });
  });
});

describe("/ranks/{id}/edit", () => {
  it("shows who would move before anything is saved, and saves what was typed from the day that was chosen", async () => {
    const page = await openProduct("/ranks", server);
    await page.press("button", "設定を変更する");
    await page.at("/ranks/7/edit");
    const needed = await page.find<HTMLInputElement>("field", "必要な宿泊回数");
    expect(needed.value).toBe("4");
    await page.says("有効期間のあとで下がるお客様");
    await page.type("必要な宿泊回数", "5");
    await page.says("12人");
    await page.says("山田 花子");
    // What the fall means for using points.
    await page.says("100〜30,000ポイント → 100〜20,000ポイント");
    await until(
      () => server.callsOf("ranks.preview").at(-1)?.body.details[0].total_stay === 5 || undefined,
      "the count",
    );
    expect(server.callsOf("ranks.update")).toEqual([]);
    server.answer("ranks.update", ({ body }) => ({
      ...rank,
      ...body,
      version: 4,
      coming: null,
      details: rank.details,
    }));
    await page.press("button", "保存する");
    await page.at("/ranks");
    expect(server.callsOf("ranks.update")[0]?.body).toMatchObject({
      version: 3,
      definition: "stay",
      base_date: 31,
      details: [{ id: 1, priority: 1, total_stay: 5, total_use_price: null }, { priority: 2 }, { priority: 3 }],
    });
  });

  it("says beside the field what cannot be, counts nothing meanwhile, and moves tiers", async () => {
    const page = await openProduct("/ranks/7/edit", server);
    await page.find("field", "必要な宿泊回数");
    const asked = () => server.callsOf("ranks.preview").length;
    await until(() => asked() === 1 || undefined, "the first count");
    await page.press("button", "「シルバー」を上へ移す");
    await page.says("条件を直すと、変わる人数をここに表示します");
    await page.press("button", "保存する");
    await page.says(/1つ下のランクより条件がやさしくなっています/);
    expect([asked(), server.callsOf("ranks.update").length]).toEqual([1, 0]);
  });

  it("counts nothing while a field is beyond what it takes: no figure is missing, so nothing is to be read again", async () => {
    const page = await openProduct("/ranks/7/edit", server);
    await page.find("field", "数える期間");
    const asked = () => server.callsOf("ranks.preview").length;
    await until(() => asked() === 1 || undefined, "the first count");
    await page.type("数える期間", "132");
    await page.says("条件を直すと、変わる人数をここに表示します");
    expect(asked()).toBe(1);
  });

  it("is closed to whoever only reads", async () => {
    server.answer("ranks.get", { ...rank, page_actions: ["read"] });
    const page = await openProduct("/ranks/7/edit", server);
    await page.says("不正リクエストです");
  });
});

describe("/ranks", () => {
  it("begins from what the account's own guests suggest", async () => {
    server.answer("ranks.list", () => listed(server.callsOf("ranks.create").length > 0 ? [rank] : []));
    server.answer("ranks.suggest", {
      own: true,
      customers: 1000,
      tiers: [8, 4, 2, 0].map((threshold, n) => ({
        threshold,
        priority: n + 1,
        min_use_point: 100,
        max_use_point: 5000,
        count: 10,
      })),
    });
    server.answer("ranks.create", rank);
    const page = await openProduct("/ranks", server);
    await page.press("button", "ランクを作る");
    await page.at("/ranks/new");
    await page.says("1,000人のお客様の実績から");
    const needed = page.all<HTMLInputElement>("field", "必要な宿泊回数");
    expect(needed.map((one) => [one.value, one.required])).toEqual(["8", "4", "2", "0"].map((value) => [value, true]));
    expect((await page.find<HTMLInputElement>("field", "使い始める日")).required).toBe(true);
    // Nobody moves from rank to rank yet; how many would hold each is what is asked.
    await page.says("ゴールド20人2.0%");
    expect(page.text()).not.toContain("ランクが上がるお客様");
    await page.press("button", "ランクを作る");
    await page.at("/ranks");
    const sent = server.callsOf("ranks.create")[0]?.body;
    expect(sent.details.map((one: { name: string; priority: number }) => [one.name, one.priority])).toEqual([
      ["プラチナ", 1],
      ["ゴールド", 2],
      ["シルバー", 3],
      ["レギュラー", 4],
    ]);
  });

  it("shows what is to come, and deletes after saying who would lose a rank", async () => {
    const coming = { ...rank, valid_from: "2026-12-01", details: [tier(1, "ゴールド", 6, 0)] };
    server.answer("ranks.list", listed([{ ...rank, coming }]));
    server.answer("ranks.remove", ({ body }) =>
      body.lose_ranks ? { id: 7 } : refusal(400, { message: "お客様がランクを持っています" }),
    );
    const page = await openProduct("/ranks", server);
    await page.says("2026年12月01日からの設定");
    await page.says("ゴールド: 6回以上の宿泊");
    await page.press("button", "削除する");
    const dialog = await page.find("dialog");
    expect(dialog.textContent).toContain("1,000人のお客様がランクを失います");
    server.answer("ranks.list", listed([]));
    await page.press("button", "ランクを削除する", dialog);
    await page.says("ランクの設定がまだありません");
    expect(server.callsOf("ranks.remove")[0]?.body).toMatchObject({ version: 3, lose_ranks: true });
  });
});

describe("month ends on /ranks", () => {
  it("tells by month how many held each rank, as bars and as a table, and takes them out as a file", async () => {
    const counts = (gold: number, entry: number) => [
      { rank_detail_id: 1, count: gold },
      { rank_detail_id: 3, count: entry },
    ];
    server.answer("ranks.months", {
      tiers: [
        { id: 1, name: "ゴールド" },
        { id: 3, name: "一般" },
      ],
      months: [
        { month_end: "2026-09-30", counts: counts(18, 1_200) },
        { month_end: "2026-10-31", counts: counts(20, 1_300) },
      ],
    });
    const page = await openProduct("/ranks", server);
    await page.says("月末のランク別人数");
    const figure = await page.find("figure", "月末のランク別人数");
    await page.press("field", "表で見る", figure);
    const rows = page.all("tr", /(?:)/, figure).map((row) => row.textContent);
    expect(rows).toEqual(["月ゴールド一般", "2026年09月18人1,200人", "2026年10月20人1,300人"]);
    await page.find("button", /書き出/);
    server.answer("ranks.months", { tiers: [], months: [] });
    const first = await openProduct("/ranks", server);
    await first.says("最初の月末が過ぎると");
  });
});
