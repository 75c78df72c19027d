// @vitest-environment jsdom
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeCalls, refusal } from "../../../test/fake-calls.fixture.ts";
import { until } from "../../../test/mount.fixture.tsx";
import { administrator, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import type { Explanation } from "../campaigns.api.ts";
import { audienceAnswer, campaignOf, segment } from "../campaigns.fixture.ts";

const MAIL = { ...blankMail(), title: "秋の便り", body: "お待ちしています。" };
const regular = { combinator: "and" as const, rules: [{ field: "stay_count", operator: ">=", value: 3 }] };
const saved = campaignOf({
  type: "repeat_promotion",
  segments: [
    { ...segment([{ id: 1, seq: 1, type: "mail", mail: MAIL }]), target: regular },
    {
      ...segment([
        { id: 2, seq: 1, type: "point", point: null },
        { id: 3, seq: 2, type: "mail", mail: MAIL },
      ]),
      id: 6,
      priority_seq: 2,
      benefits_to_reached: false,
    },
  ],
});
const COUNTED = audienceAnswer([
  {
    matched: 612,
    not_earlier: 612,
    consented: 260,
    reachable: 250,
    not_capped: 245,
    will_receive: 240,
    reasons: { no_consent: 352, bounced: 10, capped: 5, no_coupon: 5 },
  },
  {
    matched: 4_307,
    not_earlier: 3_791,
    consented: 2_112,
    reachable: 1_964,
    not_capped: 1_881,
    will_receive: 1_780,
    taken_by: [{ segment: 0, count: 516 }],
    reasons: { no_consent: 1_350, opted_out: 329, no_address: 148, capped: 83, no_coupon: 101 },
    points_only: 2_011,
  },
]);

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("customers.filters", { rfm_groups: [], rfms: [], ranks: [], customer_types: [], facilities: [] });
  server.answer("customers.list", {
    items: [{ id: 88, name: "小林 千尋", member_number: "H-000088" }],
    total: 1,
    page: 1,
    size: 20,
  } as never);
  server.answer("accountSettings.sender", {} as never);
  server.answer("campaigns.get", saved);
  server.answer("campaigns.audience", COUNTED);
  server.answer("campaigns.audienceNames", ({ body }) => ({
    items: [
      {
        customer_id: 7,
        name: body.who === "left" ? "岡本 由紀" : "山田 残",
        segment: 1,
        reason: body.who === "left" ? "bounced" : null,
        taken_by: null,
      },
    ],
    total: body.who === "left" ? 158 : 1,
  }));
});
const open = async () => {
  const page = await openProduct("/campaigns/7/edit?card=who", server);
  await page.says("条件に一致(延べ)");
  return page;
};
const panel = () => document.querySelector("aside") as HTMLElement;
const bars = () =>
  [...panel().querySelectorAll("ol > li")].map((one) =>
    [...one.children].map((part) => part.textContent).filter(Boolean),
  );

test("all segments together: six steps, each with its losses beneath; then each segment by itself", async () => {
  const page = await open();
  expect(bars()).toEqual([
    ["条件に一致(延べ)4,919人", "優先1 612人、優先2 4,307人"],
    ["前の優先に含まれない4,403人", "優先1と重なる 516人"],
    ["同意2,372人", "同意なし 1,702人、配信停止 329人"],
    ["連絡できる2,214人", "宛先なし 148人、不達 10人"],
    ["上限内2,126人", "上限 88人"],
    ["届く2,020人", "使えるクーポンなし 106人"],
  ]);
  await page.press("field", "優先 1", panel());
  await until(() => (bars().length === 5 ? true : undefined), "the first segment has none before it");
  expect(bars()[0]).toEqual(["条件に一致612人"]);
  await page.press("field", "優先 2", panel());
  await until(() => (bars()[1]?.[0] === "前の優先に含まれない3,791人" ? true : undefined), "the second segment");
});

test("a step opens to ten names: those who dropped out with the reason, or those who are left", async () => {
  const page = await open();
  expect(server.callsOf("campaigns.audienceNames")).toEqual([]);
  await page.press("button", "連絡できる", panel());
  await page.says("岡本 由紀");
  await page.says("ほか157人");
  expect(panel().textContent).toContain("不達");
  expect((await page.find("link", "岡本 由紀")).getAttribute("href")).toMatch(/\/customers\/7$/);
  await page.press("field", /^残った 2,214/, panel());
  await page.says("山田 残");
  expect(server.callsOf("campaigns.audienceNames").map(({ body }) => [body.segment, body.step, body.who])).toEqual([
    [null, "reachable", "left"],
    [null, "reachable", "remaining"],
  ]);
  await page.press("button", "連絡できる", panel());
  await page.no("山田 残");
});

test("the names that cannot be had say so and can be asked for again", async () => {
  server.answer("campaigns.audienceNames", () => refusal(500, { message: "いまは読めません" }));
  const page = await open();
  await page.press("button", "同意", panel());
  await page.says("いまは読めません");
});

test("beneath the segments: what goes out, the strip of each, and for whom the benefits are", async () => {
  const page = await open();
  await page.says("届け方");
  const strips = [...document.querySelectorAll("dl")].map((one) => one.textContent);
  expect(strips).toContain("条件に合う612人前の優先と重なる—届く240人特典だけ—");
  expect(strips).toContain("条件に合う4,307人前の優先と重なる516人届く1,780人ポイントだけ2,011人");
  await page.says("メール 2,020人");
  await page.says("ポイントだけ 2,011人");
  await page.says("優先2: メッセージが届く方だけに付与する");
  expect((await page.find<HTMLInputElement>("[role=switch]")).checked).toBe(false);
  await page.press("[role=switch]");
  await until(
    () => server.callsOf("campaigns.audience").some(({ body }) => body.segments[1].benefits_to_reached) || undefined,
    "it is counted with the setting",
  );
});

const EXPLANATION: Explanation = {
  customer: { id: 88, name: "小林 千尋", member_number: "H-000088" },
  verdict: "nothing",
  segment: 1,
  reason: "capped",
  limited: false,
  segments: [
    { matches: false, rules: { "rules.0": false } },
    { matches: true, rules: {} },
  ],
  checks: [
    { step: "consented", reason: null, days: ["2025-04-02"], free_on: null },
    { step: "reachable", reason: null, days: [], free_on: null },
    { step: "not_capped", reason: "capped", days: ["2026-11-09", "2026-11-16"], free_on: "2026-12-09" },
  ],
};

test("a guest is looked for, and the verdict comes first, then each check", async () => {
  server.answer("campaigns.audienceExplanation", EXPLANATION);
  const page = await open();
  const field = await page.find<HTMLInputElement>("field", "お客様", panel());
  await page.focus(field);
  await page.type("お客様", "小林", panel());
  await page.press("[role=option]", /小林 千尋/);
  await page.says("今回は届きません");
  expect(server.callsOf("campaigns.audienceExplanation")[0]?.body).toMatchObject({ customer_id: 88 });
  const checks = [...panel().querySelectorAll("li[data-holds]")].map((one) => [
    one.querySelector("svg")?.getAttribute("aria-label"),
    one.textContent,
  ]);
  expect(checks.map(([mark]) => mark)).toEqual([
    "満たしています",
    "満たしていません",
    "満たしています",
    "満たしています",
    "満たしていません",
  ]);
  expect(checks[0]?.[1]).toContain("優先2に当てはまります");
  expect(checks[1]?.[1]).toBe("宿泊回数: 3回以上");
  expect(checks[2]?.[1]).toContain("2025年");
  expect(checks[4]?.[1]).toMatch(/上限に達しています.*12月0?9日から、また届きます/);
});

test("while it is counted anew the last figures stay; a count that nobody waits for any more is given up", async () => {
  const page = await open();
  const signals: AbortSignal[] = [];
  const asked = server.fetch;
  vi.stubGlobal("fetch", (request: Request) => {
    if (new URL(request.url, location.origin).pathname.endsWith("/campaigns/audience")) signals.push(request.signal);
    return asked(request);
  });
  server.answer("campaigns.audience", () => new Promise<never>(() => undefined));
  await page.press("[role=switch]");
  await until(() => (signals.length === 1 ? true : undefined), "the count is asked for");
  await page.says("数えています");
  expect(bars()[5]?.[0]).toBe("届く2,020人");
  expect(signals[0]?.aborted).toBe(false);
  await page.press("[role=switch]");
  await until(() => (signals[0]?.aborted ? true : undefined), "the count is given up");
  await page.no("数えています");
});
