// @vitest-environment jsdom

import { beforeEach, expect, test } from "vitest";
import type { FakeCalls } from "../../test/fake-calls.fixture.ts";
import { openProduct, provider, serverFor } from "../../test/product.fixture.tsx";

const report = {
  id: 1,
  source: "smtp" as const,
  is_overflow: false,
  server: "mx.example.jp",
  status_codes: ["554", "5.7.9"],
  excerpt: "554 5.7.9 rejected <***@***>",
  count: 1_200,
  first_at: "2026-11-20T01:00:00Z",
  last_at: "2026-11-20T03:00:00Z",
  has_whole_text: true,
  account: { id: 7, name: "花の湯" },
};
let server: FakeCalls;
beforeEach(() => {
  server = serverFor(provider);
  server.answer("jobs.list", { items: [] });
  server.answer("jobs.scheduled", { items: [] });
});

test("the provider sees time, client, server, codes, text and count; a link leads to the client's settings", async () => {
  const overflow = { ...report, id: 2, is_overflow: true, server: "", status_codes: [], excerpt: "", count: 300 };
  server.answer("unrecognisedReports.list", { items: [report, overflow], totals: { smtp: 1_500, sendgrid: 4 } });
  const page = await openProduct("/jobs", server);
  for (const words of [
    "読み取れなかった通知",
    "7日間の合計: メール 1,500件、SendGrid 4件",
    "2026年11月20日 12:00",
    "mx.example.jp",
    "554 5.7.9",
    "554 5.7.9 rejected <***@***>",
    "1,200件",
    "1日に200種類を超えた分です",
  ])
    await page.says(words);
  const [link] = await page.all("link", "「花の湯」の送信の設定を開く");
  expect(link?.getAttribute("href")).toBe("/accounts/7/sender");
});

test("shows that every report was understood, or an error", async () => {
  server.answer("unrecognisedReports.list", { items: [], totals: { smtp: 0, sendgrid: 0 } });
  await (await openProduct("/jobs", server)).says("この7日間に、読み取れなかった通知はありません。");
  server.refuse("unrecognisedReports.list", 400, { message: "いまは読めません" });
  const page = await openProduct("/jobs", server);
  await page.says("いまは読めません");
  await page.says("止まった処理はありません");
});
