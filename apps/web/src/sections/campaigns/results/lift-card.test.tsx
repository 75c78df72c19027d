// @vitest-environment jsdom
import { MOST_NEEDED } from "@okaeri/domain/campaigns/results/lift";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeCalls, refusal } from "../../../test/fake-calls.fixture.ts";
import { administrator, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import type { CampaignDetail, LiftAnswer } from "../campaigns.api.ts";
import { campaignOf, pushOf, resultsAnswer } from "../campaigns.fixture.ts";

const lift = (overrides: Partial<LiftAnswer> = {}): LiftAnswer => ({
  treated: 5_826,
  treated_stayed: 653,
  treated_stays: 700,
  treated_use_price: 58_260_000,
  control: 1_457,
  control_stayed: 132,
  control_stays: 140,
  control_use_price: 11_656_000,
  difference: 0.021,
  low: 0.0037,
  high: 0.0376,
  guests: 125,
  guests_low: 22,
  guests_high: 219,
  needed: null,
  ...overrides,
});
const undecided = (overrides: Partial<LiftAnswer>) =>
  lift({ difference: 0.006, low: -0.008, high: 0.019, guests: 35, guests_low: -47, guests_high: 111, ...overrides });

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("campaigns.results", resultsAnswer());
});

function open(answer: { lift?: LiftAnswer; standing_lift?: LiftAnswer }, campaign: Partial<CampaignDetail> = {}) {
  server.answer("campaigns.get", () => campaignOf({ pushes: [pushOf({ push_status: "done" })], ...campaign }));
  server.answer("campaigns.lift", { lift: null, standing_lift: null, ...answer });
  return openProduct("/campaigns/7", server);
}

test("the difference is a sentence first, then guests, both shares with their counts, and an axis with 0", async () => {
  const page = await open({ lift: lift() });
  for (const sentence of [
    "比較グループより +2.1ポイント(95%区間 +0.4〜+3.8)",
    "配信がなければお泊まりにならなかった方は、約125人(22〜219人)と見られます",
    "配信した方11.2% 5,826人中 653人",
    "比較グループ9.1% 1,457人中 132人",
    "期間の選択にかかわらず、すべての配信を比べています",
  ])
    await page.says(sentence);
  await page.find("[role=img]", "差は+2.1ポイント、95%区間は+0.4から+3.8。0を含みません");
  const table = await page.find("table", /比較グループ 配信した方と比較グループのお泊まり/);
  expect(table.textContent).toContain("配信した方700件58,260,000円10,000円");
  expect(table.textContent).toContain("比較グループ140件11,656,000円8,000円");
});

test("fewer who stayed are said as fewer", async () => {
  const fewer = { difference: -0.021, low: -0.0376, high: -0.0037, guests: -125, guests_low: -219, guests_high: -22 };
  const page = await open({ lift: lift(fewer) });
  await page.says("比較グループより -2.1ポイント(95%区間 -3.8〜-0.4)");
  await page.says("お泊まりになる方が約125人(22〜219人)少なくなったと見られます");
});

test.each<[string, Partial<LiftAnswer>, string]>([
  ["with the shares as they are", { needed: 12_345, difference: 0.012 }, "いまの割合のままなら、あと約13,000人"],
  ["with nearly the same shares", { needed: 12_345 }, "1ポイントの差を見分けるには、あと約13,000人"],
  ["with too many to ask for", { needed: MOST_NEEDED }, "あと1,000,000人以上"],
  ["where a point would show", { needed: 0 }, "1ポイントの差なら見分けられる人数に達しています"],
])("an interval with 0 decides nothing, and says how many more guests it takes, %s", async (_name, overrides, text) => {
  const page = await open({ lift: undecided(overrides) });
  await page.says("まだ判断できません");
  await page.says(text);
  await page.find("[role=img]", /0を含みます/);
});

test("both groups are compared, each under its name, and without a treated guest nothing is", async () => {
  const nobody = { difference: null, low: null, high: null, guests: null, guests_low: null, guests_high: null };
  const page = await open({
    lift: lift(),
    standing_lift: lift({ ...nobody, treated: 0, treated_stayed: 0, treated_stays: 0, treated_use_price: 0 }),
  });
  await page.find("section", "このキャンペーンの比較グループ");
  const standing = await page.find("section", "常設の比較グループ");
  expect(standing.textContent).toContain("配信した方がまだいないため、比べられません");
  expect(standing.textContent).toContain("0人中 0人");
  expect(standing.querySelector("[role=img]")).toBeNull();
});

test("where nobody is left out it says what a control group is, and where to set it for whoever may", async () => {
  const page = await open({});
  await page.says("お客様の一部を比較グループにすると");
  const link = await page.find("link", "比較グループを設ける");
  expect(link.getAttribute("href")).toBe("/campaigns/7/edit");
});

test.each<[string, Partial<CampaignDetail>, string | null]>([
  [
    "of a campaign that was sent: in a copy",
    { last_sent_at: "2026-11-20T03:00:00Z" },
    "このキャンペーンのコピーや次のキャンペーンで",
  ],
  ["where one is set: from the next send on", { control_rate: 10 }, "次の配信から、お客様の10%を比較グループにして"],
  ["for who may not edit: nothing", { commands: [] }, null],
  ["about the stay: nothing", { purpose: "service" }, null],
  ["with each stay: nothing", { type: "basic" }, null],
])("a group is set %s", async (_name, campaign, sentence) => {
  const page = await open({}, campaign);
  await page.says("内容ごとの結果");
  if (sentence) await page.says(sentence);
  else await page.no("配信した効果");
});

test("what could not be worked out can be asked again", async () => {
  server.answer("campaigns.get", () => campaignOf({ pushes: [pushOf({ push_status: "done" })] }));
  server.answer("campaigns.lift", () => refusal(400, { message: "いまは計算できません" }));
  const page = await openProduct("/campaigns/7", server);
  await page.says("配信した効果");
  server.answer("campaigns.lift", { lift: lift(), standing_lift: null });
  await page.press("button", "もう一度読み込む");
  await page.says("比較グループより +2.1ポイント");
});
