// @vitest-environment jsdom

import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { beforeEach, expect, test, vi } from "vitest";
import type { FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { administrator, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import type { CampaignDetail } from "../campaigns.api.ts";
import { audienceAnswer, campaignOf, reviewAnswer, segment } from "../campaigns.fixture.ts";

const MAIL: CampaignAction = {
  id: 1,
  seq: 1,
  type: "mail",
  mail: { ...blankMail(), title: "お知らせ", body: "いつもありがとうございます。" },
};
const CONFIRMED = { by_name: "佐藤 花", at: "2026-11-20T03:00:00Z" };
const saved = (confirmed: typeof CONFIRMED | null): CampaignDetail =>
  campaignOf({
    preset_type: "information",
    type: "repeat_promotion",
    action_types: ["mail"],
    segments: [segment([MAIL])],
    preset_text: { paths: ["segments.0.actions.0.mail"], confirmed },
  });

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("customers.list", { items: [], total: 0, page: 1, size: 20 } as never);
  server.answer("accountSettings.sender", {} as never);
  server.answer("campaigns.review", reviewAnswer());
  server.answer("campaigns.previewSamples", { items: [] });
  server.answer("campaigns.testRecipients", { items: [] });
  server.answer("campaigns.testSends", { items: [] });
});

const opened = async (detail: CampaignDetail, will_receive: number, card = "review") => {
  server.answer("campaigns.get", detail);
  server.answer("campaigns.audience", audienceAnswer([{ matched: 4_403, will_receive }]));
  const page = await openProduct(`/campaigns/7/edit?card=${card}`, server);
  await page.says(`届く ${will_receive.toLocaleString("ja-JP")}人`);
  return page;
};
const reviewCard = () => document.querySelector("nav[aria-label='キャンペーンの組み立て'] a:last-child")?.textContent;

test("before 1,000 guests get the preset's text the review is not complete, on every card, and the launch waits", async () => {
  const page = await opened(saved(null), 1_000, "who");
  expect(reviewCard()).toContain("1件");
  expect(reviewCard()).toContain("プリセットのままの文面を確認してください");
  await page.press("button", "確認して配信する");
  await page.says("このメールは1,000人に届きます");
  await page.press("button", "確認して配信する");
  const dialog = await page.find("dialog");
  expect(dialog.textContent).toContain("文面がプリセットのままです");
  const launch = [...dialog.querySelectorAll("button")].find(({ textContent }) => textContent === "1,000人に配信する");
  expect(launch?.disabled).toBe(true);
});

test("a press confirms the version on the screen; the review is complete and the campaign can be launched", async () => {
  const page = await opened(saved(null), 2_016);
  server.answer("campaigns.confirmText", ({ body }) => {
    expect(body).toEqual({ version: 1 });
    return saved(CONFIRMED);
  });
  await page.press("button", "この文面で送る");
  await page.says("この文面で送ると確認しました");
  await expect.poll(reviewCard).toContain("完了");
  expect(page.text()).not.toContain("文面がプリセットのままです");
  await page.press("button", "確認して配信する");
  const dialog = await page.find("dialog");
  const launch = [...dialog.querySelectorAll("button")].find(({ textContent }) => textContent === "2,016人に配信する");
  expect(launch?.disabled).toBe(false);
});

test.each<[string, CampaignDetail, number]>([
  ["999 recipients", saved(null), 999],
  ["a confirmed text", saved(CONFIRMED), 2_016],
  ["a text of one's own", { ...saved(null), preset_text: null }, 2_016],
])("%s: there is nothing to confirm", async (_, detail, people) => {
  const page = await opened(detail, people);
  await expect.poll(reviewCard).toContain("完了");
  expect(page.text()).not.toContain("文面がプリセットのままです");
});

test("the text is one press away: its preview, and its field", async () => {
  server.answer("campaigns.preview", {
    customer: null,
    subject: "お知らせ",
    html: "<p>いつもありがとうございます。</p>",
    text: "",
    from: "",
    coupon_is_example: false,
    coupon_given: null,
    omitted_lines: [],
    omitted_blocks: [],
    problems: [],
  });
  const page = await opened(saved(null), 2_016);
  await page.press("button", "プレビューを見る");
  const dialog = await page.find("dialog");
  await expect.poll(() => dialog.querySelector("iframe")?.srcdoc).toContain("いつもありがとうございます。");
  await page.press("button", "閉じる");
  await page.press("button", "文面を変える");
  await expect.poll(() => location.search).toContain("card=what");
});
