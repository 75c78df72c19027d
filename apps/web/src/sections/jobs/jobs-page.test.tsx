// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import { loadWords, startWords } from "../../i18n/i18n.ts";
import { mount } from "../../test/mount.fixture.tsx";
import { JobsPage } from "./JobsPage.tsx";

const job = (id: string, queue: string, over: object = {}) => ({
  ...{
    id,
    queue,
    account: { id: 1, name: "花の湯" },
    failed_at: "2026-11-20T03:00:00Z",
    tries: 5,
    fault: "connection",
  },
  ...over,
});
let items: object[] = [];
let asked: string[] = [];
beforeAll(async () => {
  await startWords("ja");
  await loadWords("jobs");
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push(`${request.method} ${pathname}`);
    if (request.method === "POST") items = items.filter((one) => !pathname.includes(`/${(one as { id: string }).id}/`));
    return new Response(JSON.stringify({ items }), { headers: { "content-type": "application/json" } });
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

test("an empty list says so", async () => {
  items = [];
  const { text } = await page();
  expect(text()).toContain("止まった処理はありません");
});
