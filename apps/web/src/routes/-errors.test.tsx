// @vitest-environment jsdom
import { act } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { refusal } from "../test/fake-calls.fixture.ts";
import { administrator, nobody, openProduct, serverFor } from "../test/product.fixture.tsx";

const TITLE = "エラーが発生しました";
const FORBIDDEN = "不正リクエストです";
const EXPIRED = "セッションの有効期限が切れました。再度ログインしてください。";
const CHANGED = "ユーザー情報が更新されました。再ログインしてください";
const LATER = "しばらくしてからもう一度お試しください";
const WORDS = "サーバーからの言葉";

const logged = vi.spyOn(console, "error");
beforeEach(() => void logged.mockReset().mockImplementation(() => undefined));
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));

const nothing = { items: [], total: 0, page: 1, size: 50 };
type Page = Awaited<ReturnType<typeof openProduct>>;

async function expectError(page: Page, message: string, link: "ログイン画面へ戻る" | "トップへ戻る"): Promise<void> {
  await page.says(message);
  expect((await page.find("alert")).textContent).toMatch(new RegExp(`^${TITLE}${message}.*${link}$`));
  expect((await page.find("link", link)).getAttribute("href")).toBe(link === "トップへ戻る" ? "/" : "/login");
}

describe("§2 Error screen, §8 Error catalogue", () => {
  test.each([
    [400, WORDS, WORDS],
    [403, WORDS, FORBIDDEN],
    [500, undefined, LATER],
  ] as const)("in-app: %s with message %s shows %s in the frame, and leads home", async (status, message, shown) => {
    const server = serverFor(administrator);
    server.refuse("customers.get", status, { message });
    const page = await openProduct("/customers/1", server);
    await expectError(page, shown, "トップへ戻る");
    await page.find("nav", "メインメニュー");
    await page.press("link", "トップへ戻る");
    await page.at("/");
    await page.gone("heading", TITLE);
  });

  test.each([
    [401, undefined, EXPIRED, 0],
    [409, WORDS, WORDS, 1],
  ] as const)("%s with message %s on another call: the error page with %s", async (status, message, shown, logouts) => {
    const server = serverFor(administrator);
    server.refuse("customers.list", status, { message });
    const page = await openProduct("/customers", server);
    await expectError(page, shown, "ログイン画面へ戻る");
    // The screen does not wait for the logout to be sent.
    await vi.waitUntil(() => server.callsOf("auth.logout").length >= logouts, { timeout: 30_000 });
    expect(server.callsOf("auth.logout")).toHaveLength(logouts);
    expect(page.all("nav")).toEqual([]);
    await page.press("link", "ログイン画面へ戻る");
    await page.at("/login");
    await page.find("heading", "ログイン");
  });

  test("Back from the error page leaves the error behind", async () => {
    const server = serverFor(administrator);
    server.answer("ranks.list", nothing);
    server.refuse("rfms.list", 401);
    const page = await openProduct("/ranks", server);
    await page.find("heading", "ランク管理");
    await page.go("/rfms");
    await expectError(page, EXPIRED, "ログイン画面へ戻る");
    await page.back();
    await page.at("/login");
    await page.find("heading", "ログイン");
    expect(page.text()).not.toContain(TITLE);
  });

  test("the first error says why; a call still on its way only learns that the session is gone", async () => {
    const server = serverFor(administrator);
    const late = Promise.withResolvers<Response>();
    server.answer("menu.list", () => late.promise);
    server.refuse("customers.list", 409);
    const page = await openProduct("/customers", server);
    await expectError(page, CHANGED, "ログイン画面へ戻る");
    await act(async () => late.resolve(refusal(401)));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    await expectError(page, CHANGED, "ログイン画面へ戻る");
  });

  test("a call still on its way when the session ended does not come after the person to the sign-in page", async () => {
    const server = serverFor(administrator);
    const late = Promise.withResolvers<Response>();
    server.answer("menu.list", () => late.promise);
    server.refuse("customers.list", 409);
    const page = await openProduct("/customers", server);
    await expectError(page, CHANGED, "ログイン画面へ戻る");
    await page.press("link", "ログイン画面へ戻る");
    await page.at("/login");
    await page.find("heading", "ログイン");
    await act(async () => late.resolve(refusal(401)));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(page.text()).not.toContain(TITLE);
    await page.find("heading", "ログイン");
  });

  test("401 on login is a plain error; an empty body is 'Empty response data'", async () => {
    const server = serverFor(nobody);
    const page = await openProduct("/login", server);
    await page.type("ユーザーID", "a");
    await page.type("パスワード", "b");
    const asked = async (answer: () => Response) => {
      server.answer("auth.login", answer);
      await page.press("button", "次へ進む");
    };
    await asked(() => refusal(401, { message: WORDS }));
    await page.find("alert", new RegExp(WORDS));
    await asked(() => refusal(401));
    await page.find("alert", new RegExp(EXPIRED));
    await asked(() => new Response(""));
    await page.find("alert", /Empty response data/);
    expect(page.text()).not.toContain(TITLE);
  });

  test("not logged in and verified: the error page has a login button to /login", async () => {
    const server = serverFor(nobody);
    server.refuse("auth.resetForget", 401);
    const page = await openProduct("/login/forget", server);
    await page.type("ユーザーID", "somebody");
    await page.press("button", "案内メールを送る");
    await expectError(page, EXPIRED, "ログイン画面へ戻る");
    await page.press("button", "ログイン");
    await page.at("/login");
    await page.find("heading", "ログイン");
  });

  test("§2 an error at the start is logged and the error page is shown; the link tries again", async () => {
    const server = serverFor(administrator);
    server.answer("auth.session", () => Promise.reject(new TypeError("Failed to fetch")));
    const message = "サーバーに接続できませんでした。通信状況を確認して、もう一度お試しください。";
    const page = await openProduct("/customers", server);
    await expectError(page, message, "トップへ戻る");
    expect(logged.mock.calls.flat().some((one) => one instanceof Error && one.message === message)).toBe(true);
    server.answer("auth.session", administrator);
    await page.press("link", "トップへ戻る");
    await page.find("nav", "メインメニュー");
    expect(page.text()).not.toContain(TITLE);
  });
});

describe("§7 Retries: 408, 409, 425, 429, 500, 502, 503, 504; once, never for writing calls", () => {
  // Every status: api/client.test.ts. Here: that nothing of a page asks on top of that.
  test.each([
    [409, 2],
    [404, 1],
  ])("a list answered %s is asked %s times", async (status, times) => {
    const server = serverFor(administrator);
    server.refuse("ranks.list", status);
    const page = await openProduct("/ranks", server);
    await page.find("alert");
    expect(server.callsOf("ranks.list")).toHaveLength(times);
  });

  test("a second answer that is good is shown as if nothing had been", async () => {
    const server = serverFor(administrator);
    server.answer("ranks.list", () => (server.callsOf("ranks.list").length === 1 ? refusal(503) : nothing));
    const page = await openProduct("/ranks", server);
    await page.says("ランクの設定がまだありません");
    expect(page.all("alert")).toEqual([]);
    expect(server.callsOf("ranks.list")).toHaveLength(2);
  });

  test.each([
    ["POST", "/login", "auth.login"],
    ["PUT", "/login/forget", "auth.resetForget"],
  ] as const)("%s from %s is asked once", async (method, path, call) => {
    const server = serverFor(nobody);
    server.refuse(call, 503);
    const page = await openProduct(path, server);
    await page.type("ユーザーID", "a");
    if (method === "POST") await page.type("パスワード", "b");
    await page.press("button", method === "POST" ? "次へ進む" : "案内メールを送る");
    await page.says(LATER);
    expect(server.callsOf(call).map((one) => one.method)).toEqual([method]);
  });
});
