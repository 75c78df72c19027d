// @vitest-environment jsdom
import { onlineManager } from "@tanstack/react-query";
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { uploaded } from "../sections/imports/imports.fixture.ts";
import type { AnswerOf, FakeCalls } from "../test/fake-calls.fixture.ts";
import { until } from "../test/mount.fixture.tsx";
import { administrator, headquarters, nobody, openProduct, provider, serverFor } from "../test/product.fixture.tsx";

// The line is gone: what was asked for fails at once and says so, what was typed stays, and nothing is sent by itself when it is back.

const LOST = "サーバーに接続できませんでした";

beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
});

/** Cuts the line: no call arrives, and the browser knows. The writes that are tried meanwhile and later are listed. */
function cut(server: FakeCalls, arrives = server.fetch) {
  const tried: string[] = [];
  let gone = true;
  vi.spyOn(server, "fetch").mockImplementation((request) => {
    if (request.method !== "GET") tried.push(`${request.method} ${new URL(request.url).pathname}`);
    return gone ? Promise.reject(new TypeError("Failed to fetch")) : arrives(request);
  });
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const tell = (what: "offline" | "online") => act(async () => void window.dispatchEvent(new Event(what)));
  return {
    tried,
    gone: () => tell("offline"),
    back: async () => {
      gone = false;
      onLine.mockReturnValue(true);
      await tell("online");
      await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    },
  };
}

test("a form fails with what was typed kept, and is not sent while one is asked about leaving it", async () => {
  const server = serverFor(provider);
  server.answer("accounts.get", {
    ...headquarters,
    editable_parts: ["basics", "name", "contract"],
    page_actions: ["read", "edit", "delete"],
  });
  server.answer("accounts.list", { items: [], total: 0, page: 1, size: 100 });
  const page = await openProduct("/accounts/1/edit", server);
  await page.type("名前", "新しい本館");
  const line = cut(server);
  await line.gone();
  await page.press("button", /^保存する/);
  await page.says(LOST);
  await page.go("/accounts");
  const asked = await page.find("dialog", "保存していない変更があります");
  await line.back();
  await page.press("button", "このページに戻る", asked);
  expect((await page.find<HTMLInputElement>("field", "名前")).value).toBe("新しい本館");
  expect(line.tried).toEqual(["PUT /api/accounts/1"]);
});

test("a row's action says that it failed, and leaves the row as it was", async () => {
  const server = serverFor(administrator);
  const item: AnswerOf<"accountSettings.keys">["items"][number] = {
    id: 5,
    kind: "feed",
    name: "PMS",
    feed_channel: null,
    scopes: null,
    reach: null,
    key_hint: "okf_kkkkkk",
    created_at: "2026-11-20T03:00:00Z",
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
    is_replaced: false,
  };
  server.answer("accounts.get", headquarters);
  server.answer("accountSettings.keys", {
    origin: "https://okaeri.example",
    items: [item],
    kinds: ["feed"],
    reaches: ["programme"],
  });
  const page = await openProduct("/accounts/1/keys", server);
  await page.press("button", "「PMS」を取り消す");
  const dialog = await page.find("dialog");
  const line = cut(server);
  await line.gone();
  await page.press("button", /取り消す$/, dialog);
  await page.says(LOST);
  await page.gone("dialog");
  await line.back();
  expect(line.tried).toHaveLength(1);
  await page.find("button", "「PMS」を取り消す");
});

test("an act of a page that follows its record says that it failed", async () => {
  const server = serverFor(administrator);
  server.answer("imports.get", uploaded);
  const page = await openProduct("/customers/imports/7", server);
  await page.press("button", "中止する");
  const dialog = await page.find("dialog");
  const line = cut(server);
  await line.gone();
  await page.press("button", "中止する", dialog);
  await page.says(LOST);
  await line.back();
  expect(line.tried).toEqual(["POST /api/imports/7/cancel"]);
});

test("a file whose piece does not arrive stops, with what is there kept, and goes on when the person says so", async () => {
  const server = serverFor(administrator);
  server.answer("imports.places", { items: [{ id: 1, name: "本館", is_house: true }] });
  server.answer("merges.count", { waiting: 0 });
  server.answer("imports.get", { ...uploaded, state: "uploading", bytes_received: 0, byte_size: 4 });
  server.answer("imports.create", { id: 7, chunk_bytes: 1_000 });
  let line: ReturnType<typeof cut> | undefined;
  const arrives = server.fetch;
  // The line goes with the first piece, once the page knows its import.
  vi.spyOn(server, "fetch").mockImplementation(async (request) => {
    if (request.method !== "PUT") return arrives(request);
    await vi.waitUntil(() => server.callsOf("imports.get").length > 0, 5_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    line = cut(server, arrives);
    throw new TypeError("Failed to fetch");
  });
  const page = await openProduct("/customers/imports/new", server);
  const input = await until(() => document.querySelector<HTMLInputElement>("input[type=file]") ?? undefined, "a file");
  // The browser of these tests reads no pieces of files.
  const piece = { arrayBuffer: async () => new ArrayBuffer(4) };
  const file = Object.assign(new File(["a,b\n"], "8月.csv"), { slice: () => piece });
  Object.defineProperty(input, "files", { configurable: true, value: [file] });
  await act(async () => void input.dispatchEvent(new Event("change", { bubbles: true })));
  await page.press("button", "ファイルを送る");
  await page.says("ファイルを最後まで送れませんでした");
  // Sent once more after a moment, and then no more.
  await line?.back();
  expect(line?.tried).toEqual(["PUT /api/imports/7/chunks/0"]);
  await page.says("8月.csv");
});

test("signing in fails with both fields as they were", async () => {
  const server = serverFor(nobody);
  const page = await openProduct("/login", server);
  await page.type("ユーザーID", "hana_admin");
  await page.type("パスワード", "Secret-2026");
  const line = cut(server);
  await line.gone();
  await page.press("button", "次へ進む");
  await page.find("alert", new RegExp(LOST));
  await line.back();
  expect((await page.find<HTMLInputElement>("field", "ユーザーID")).value).toBe("hana_admin");
  expect((await page.find<HTMLInputElement>("field", "パスワード")).value).toBe("Secret-2026");
  expect(line.tried).toEqual(["POST /api/auth/login"]);
});
