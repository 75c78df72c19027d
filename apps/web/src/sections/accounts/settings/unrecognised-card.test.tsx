// @vitest-environment jsdom

import { beforeEach, expect, test } from "vitest";
import type { FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { administrator, headquarters, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import { delivery, noKey, sender, understood } from "./sender.fixture.ts";

const report = {
  id: 5,
  source: "smtp" as const,
  is_overflow: false,
  server: "mx.example.jp",
  status_codes: [],
  excerpt: "What is <***@***>?",
  count: 3,
  first_at: "2026-11-20T01:00:00Z",
  last_at: "2026-11-20T03:00:00Z",
  has_whole_text: true,
};
let server: FakeCalls;
beforeEach(() => {
  server = serverFor(administrator);
  server.answer("accounts.get", headquarters);
  server.answer("accountSettings.sender", sender);
  server.answer("mailDelivery.get", delivery);
  server.answer("mailDelivery.dkim", noKey);
});

test("a report is read in full in a dialog", async () => {
  const sendgrid = { ...report, id: 6, source: "sendgrid" as const, server: "SendGrid", has_whole_text: false };
  server.answer("unrecognisedReports.ofAccount", { ...understood, items: [report, sendgrid] });
  server.answer("unrecognisedReports.get", {
    ...report,
    text: "What is <hana@example.jp>?",
    source: "Subject: about your mail",
  });
  const page = await openProduct("/accounts/1/sender", server);
  const name = "mx.example.jp から 2026年11月20日 12:00 に届いた通知の全文を読む";
  await page.find("button", name);
  expect(await page.all("button", /全文を読む/)).toHaveLength(1);
  await page.press("button", name);
  const dialog = await page.find("dialog", "読み取れなかった通知");
  await page.says("What is <hana@example.jp>?");
  await page.says("Subject: about your mail");
  await page.says("似た通知が3件あり");
  await page.press("button", /^閉じる$/, dialog);
  await page.gone("dialog");
  expect(server.callsOf("unrecognisedReports.get").map(({ path }) => path)).toEqual([{ id: "1", report_id: "5" }]);
});

test.each([
  ["choose_client", "全文は、このクライアントを選んでいるときに読めます。"],
  ["not_allowed", "全文を読むには、お客様の情報を見る権限が必要です。"],
] as const)("%s: says why the text cannot be read from here", async (whole_text, words) => {
  server.answer("unrecognisedReports.ofAccount", { ...understood, items: [report], whole_text });
  const page = await openProduct("/accounts/1/sender", server);
  await page.says(words);
  expect(await page.all("button", /全文を読む/)).toEqual([]);
});

test("a report deleted in the meantime shows an error in the dialog; an empty list shows a sentence", async () => {
  server.answer("unrecognisedReports.ofAccount", { ...understood, items: [report] });
  server.refuse("unrecognisedReports.get", 404, { message: "お探しのページが見つかりませんでした" });
  const page = await openProduct("/accounts/1/sender", server);
  await page.press("button", /全文を読む/);
  await page.says("お探しのページが見つかりませんでした");
  server.answer("unrecognisedReports.ofAccount", understood);
  const empty = await openProduct("/accounts/1/sender", server);
  await empty.says("この7日間に、読み取れなかった通知はありません。");
});
