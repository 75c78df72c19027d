// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import { loadWords, startWords } from "../../i18n/i18n.ts";
import { mount } from "../../test/mount.fixture.tsx";
import { JobsPage } from "./JobsPage.tsx";

const job = (id: string, queue: string, over: object = {}) => ({
  id,
  queue,
  account: { id: 1, name: "花の湯" },
  failed_at: "2026-11-20T03:00:00Z",
  tries: 5,
  fault: "connection",
  ...over,
});
let items: object[] = [];
let scheduled: object[] = [];
const answered = (body: object) =>
  new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
let asked: string[] = [];
beforeAll(async () => {
  await startWords("ja");
  await loadWords("signedIn");
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push(`${request.method} ${pathname}`);
    if (pathname.endsWith("/unrecognised-reports")) return answered({ items: [], totals: { smtp: 0, sendgrid: 0 } });
    if (pathname.endsWith("/scheduled")) return answered({ items: scheduled });
    if (request.method === "POST") items = items.filter((one) => !pathname.includes(`/${(one as { id: string }).id}/`));
    return answered({ items });
  });
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  queryClient.clear();
  asked = [];
});

async function page() {
  const mounted = await mount(
    <QueryClientProvider client={queryClient}>
      <JobsPage />
    </QueryClientProvider>,
  );
  for (let tries = 0; asked.length === 0 && tries < 100; tries += 1)
    await act(() => new Promise((done) => setTimeout(done, 5)));
  await act(() => new Promise((done) => setTimeout(done, 20)));
  return mounted;
}

test("says what stopped, whose it was, when, after how many tries and why, in words", async () => {
  items = [job("a", "deliver-push"), job("b", "not-known-yet", { account: null, fault: "program", tries: 1 })];
  const { text } = await page();
  for (const words of ["配信", "花の湯", "2026年11月20日 12:00", "5回", "接続できませんでした"])
    expect(text()).toContain(words);
  for (const words of ["その他の処理", "(全体)", "1回", "プログラムの不具合の可能性があります"])
    expect(text()).toContain(words);
  expect(text()).not.toContain("deliver-push");
});

test("a job that is tried again leaves the list", async () => {
  items = [job("a", "deliver-push"), job("b", "score-rfm")];
  const { button, press, text } = await page();
  await press(button("「配信」をやり直す"));
  await act(() => new Promise((done) => setTimeout(done, 20)));
  expect(asked).toContain("POST /api/jobs/a/retry");
  expect(() => button("「配信」をやり直す")).toThrow();
  expect(text()).toContain("RFMの評価");
});

test("work that comes by the clock: when it runs, ran and runs next, and what is wrong, in words", async () => {
  items = [];
  const on = (queue: string, over: object) => ({
    queue,
    at: "02:30",
    every_minutes: null,
    last_ended_at: "2026-11-19T17:31:00Z",
    fault: null,
    next_at: "2026-11-20T17:30:00Z",
    overdue_since: null,
    state: "fine",
    ...over,
  });
  scheduled = [
    on("nightly-backup", {}),
    on("revive-pushes", { at: null, every_minutes: 1, last_ended_at: null, state: "running" }),
    on("erase-guests", { state: "failed", fault: "database", overdue_since: "2026-11-18T18:50:00Z" }),
  ];
  const { text } = await page();
  for (const words of ["バックアップ", "毎日 02:30", "2026年11月20日 02:31", "2026年11月21日 02:30", "予定どおりです"])
    expect(text()).toContain(words);
  for (const words of [
    "1分ごと",
    "まだ動いていません",
    "動いています",
    "お客様の情報の消去",
    "遅くとも1時間後にやり直します",
  ])
    expect(text()).toContain(words);
  expect(text()).toContain("2026年11月19日 03:50の分がまだ終わっていません");
  scheduled = [];
});

test("an empty list says so", async () => {
  items = [];
  const { text } = await page();
  expect(text()).toContain("止まった処理はありません");
});
