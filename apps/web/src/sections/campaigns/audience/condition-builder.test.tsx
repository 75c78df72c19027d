// @vitest-environment jsdom
import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { until } from "../../../test/mount.fixture.tsx";
import { administrator, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import { audienceAnswer, campaignOf, segment } from "../campaigns.fixture.ts";

type Target = ConditionInput;
const GROUPS = [
  "最優良",
  "優良",
  "準優良",
  "常連・離反注意",
  "常連・離反",
  "高単価",
  "新規",
  "育成",
  "一般",
  "離反注意",
  "離反予備",
  "離反",
];

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("campaigns.conditionNames", {
    names: [
      ...GROUPS.map((name, at) => ({ kind: "rfm_groups" as const, id: at + 1, name, in_use: true })),
      { kind: "rfm_groups", id: 90, name: "昔の常連", in_use: false },
    ],
  });
  server.answer("campaigns.valueCounts", { values: GROUPS.map((_, at) => ({ value: at + 1, count: at * 100 })) });
  server.answer("campaigns.ruleCounts", ({ body }) => ({
    counts: Object.fromEntries(body.target.rules.map((_: unknown, at: number) => [`rules.${at}`, 4_700 + at])),
  }));
  server.answer("campaigns.audience", ({ body }) => audienceAnswer(body.segments.map(() => ({ matched: 9 }))));
});

async function open(target: Target) {
  server.answer("campaigns.get", campaignOf({ type: "repeat_promotion", segments: [{ ...segment(), target }] }));
  return openProduct("/campaigns/7/edit?card=who", server);
}
const all = (...rules: Extract<Target, { rules: unknown }>["rules"]): Target => ({ combinator: "and", rules });
const key = (code: string) =>
  act(
    async () =>
      void document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key: code, code, bubbles: true, cancelable: true }),
      ),
  );
const options = () => [...document.querySelectorAll("[role=option]")].map((one) => one.textContent ?? "");

test("every rule says how many it keeps by itself; an unfinished one says what it lacks, and no figure stands beside it", async () => {
  const page = await open(
    all(
      { field: "rfm_group_id", operator: "in", value: [11] },
      { field: "point_balance", operator: ">=", value: null },
    ),
  );
  await page.says("単独: その条件だけに合う人数");
  await page.says("単独 4,700人");
  await page.says("何ポイント以上かを入れてください。入れるまで、この条件は数えません");
  const rules = page.all("[role=group]", "条件");
  expect(rules.map((one) => /単独 (\S+?人|—)/.exec(one.textContent ?? "")?.[1])).toEqual(["4,700人", "—"]);
  await page.says("入力が終わっていない条件が1つあります");
  await page.says("条件をすべて入力すると、人数を数え直します");
  expect(page.text()).not.toContain("9人");
  const [asked] = server.callsOf("campaigns.ruleCounts");
  expect(asked?.body).toEqual({
    type: "repeat_promotion",
    occasions: [],
    target: all({ field: "rfm_group_id", operator: "in", value: [11] }),
  });
  await page.type("値", "1000");
  await page.no("何ポイント以上か");
  await page.says("単独 4,701人");
  await page.says("9人");
  expect(page.text()).not.toContain("入力が終わっていない");
});

test("all groups can be chosen with their guests, by keyboard too; one that is gone is marked and can be taken out", async () => {
  const page = await open(all({ field: "rfm_group_id", operator: "in", value: [11, 90] }));
  await page.says("単独 4,700人");
  const chip = await page.find("button", /^値/);
  expect(chip.getAttribute("aria-label")).toContain("離反予備、昔の常連");
  await act(async () => chip.click());
  expect([chip.getAttribute("role"), chip.getAttribute("aria-expanded")]).toEqual([null, "true"]);
  await until(() => (options().length === 13 ? true : undefined), "all groups");
  expect(
    options()
      .slice(0, 12)
      .map((one) => one.replace(/\d.*/, "")),
  ).toEqual(GROUPS);
  await page.says("全13件、2件を選択中");
  await page.says(/離反1,100人/);
  await page.says("いまは使われていません");
  await page.type("探す", "離反");
  await until(() => (options().length === 5 ? true : undefined), "those with the word");
  await key("ArrowDown");
  for (let at = 0; at < 4; at += 1) await key("ArrowDown");
  await key("Enter");
  await until(
    () => (/離反予備、離反、昔の常連/.test(chip.getAttribute("aria-label") ?? "") ? true : undefined),
    "chosen",
  );
  await key("Escape");
  await page.gone("[role=option]");
  await until(() => (document.activeElement === chip ? true : undefined), "the focus is back");
  await page.press("button", "「昔の常連」を外す");
  await page.gone("button", "「昔の常連」を外す");
  expect(chip.getAttribute("aria-label")).toBe("値: 離反予備、離反");
});

test("facts are found by typing, with their meaning; what is chosen is asked for at once, and what is taken out leaves the focus nearby", async () => {
  const page = await open(all());
  await page.press("button", "条件を追加する");
  await page.says("最後のチェックアウトから今日までの日数");
  // The account has no ranks: there would be nothing to choose.
  expect(options().some((one) => one.startsWith("ランク"))).toBe(false);
  await page.type("項目を探す", "ポイント残高");
  await until(() => (options().length === 1 ? true : undefined), "one fact");
  await key("ArrowDown");
  await key("Enter");
  await until(
    () => (document.activeElement?.getAttribute("aria-label") === "値" ? true : undefined),
    "its figure is asked for",
  );
  await page.press("button", "この条件を外す");
  await until(
    () => (document.activeElement?.textContent?.includes("条件を追加する") ? true : undefined),
    "what adds has the focus",
  );
});

test("codes of countries and prefectures are read as their names, a hotel's codes as they are", async () => {
  const page = await open(
    all(
      { field: "nationality", operator: "in", value: ["TWN"] },
      { field: "prefecture", operator: "in", value: [47] },
      { field: "stay_plan_code", operator: "in", value: ["BB"] },
    ),
  );
  await page.says("台湾");
  await page.says("沖縄県");
  await page.says("BB");
});

test("what is counted is one sentence whose words are pressed, with its conditions beneath", async () => {
  const page = await open(
    all({
      of: "stays",
      where: all(
        { field: "stay_days", operator: ">=", value: 2 },
        { field: "check_out_on", operator: ">=", value: { days_ago: 730 } },
      ),
      operator: ">=",
      value: 2,
    }),
  );
  await page.says("条件に合う宿泊が2回以上 (泊数: 2泊以上、チェックアウト日: 今日から730日前以後)");
  await page.press("button", "数え方: 2回以上");
  await until(() => (document.activeElement?.getAttribute("aria-label") === "数え方" ? true : undefined), "its figure");
  await page.type("数え方", "3");
  await page.press("button", "泊数: 2泊以上");
  await page.type("値", "4");
  await page.says("条件に合う宿泊が3回以上 (泊数: 4泊以上");
  await until(
    () =>
      server
        .callsOf("campaigns.ruleCounts")
        .some(({ body }) => body.target.rules[0].value === 3 && body.target.rules[0].where.rules[0].value === 4)
        ? true
        : undefined,
    "the changed rule is counted",
  );
});

test("conditions that can never both be met say so, only where it is certain; nobody is said where each has somebody", async () => {
  server.answer("campaigns.ruleCounts", ({ body }) => ({
    counts: { "": 0, ...Object.fromEntries(body.target.rules.map((_: unknown, at: number) => [`rules.${at}`, 7])) },
  }));
  const page = await open(
    all(
      { field: "stay_count", operator: ">=", value: 5 },
      { field: "gender", operator: "in", value: ["male"] },
      { field: "stay_count", operator: "<", value: 3 },
    ),
  );
  await page.says("この2つの条件は同時に成り立ちません: 宿泊回数: 5回以上");
  await page.says("合う方はいません");
});
