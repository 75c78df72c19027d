// @vitest-environment jsdom
import type { SessionData } from "@okaeri/contract/auth";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { administrator, menuWithout, nobody, openProduct, serverFor, support } from "../test/product.fixture.tsx";

const NOT_FOUND = "お探しのページが見つかりませんでした";
const FORBIDDEN = "不正リクエストです";

const clerk: SessionData = {
  ...administrator,
  userId: "hana_front",
  role: "role_user",
  permitted_page_actions: [{ account_id: 1, actions: ["customers/read", "campaigns/read"] }],
};

// What a page is not is logged by the router; the tests look at what is shown.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));

function serverOf(session: SessionData) {
  const server = serverFor(session);
  if (session === clerk) server.answer("menu.list", menuWithout("users", "ranks", "rfms", "reports"));
  if (session === support)
    server.answer("menu.list", menuWithout("ranks", "rfms", "customers", "campaigns", "reports"));
  return server;
}

describe("§2 Global navigation guard and route guards, §5 ids are all digits", () => {
  // One of each kind on first load, by link and by Back; all of them: packages/domain/src/auth.
  test.each([
    ["nobody", "/users", "/login", "/login/forget", nobody],
    ["nobody", "/en/customers", "/en/login", "/login/forget", nobody],
    ["an administrator", "/en/login/signup", "/en", "/jobs", administrator],
  ])("%s: %s leads to %s", async (_who, path, to, elsewhere, session) => {
    const server = serverOf(session);
    const page = await openProduct(path, server);
    await page.at(to);
    await page.go(elsewhere);
    await page.at(elsewhere);
    await page.go(path);
    await page.at(to);
  });

  test.each([
    ["an administrator", "/nowhere", NOT_FOUND, administrator],
    ["an administrator", "/en/nowhere", "The page was not found", administrator],
    ["an administrator", "/fr/users", NOT_FOUND, administrator],
    ["an administrator", "/users/abc", NOT_FOUND, administrator],
    ["support staff", "/audit", NOT_FOUND, support],
    ["a clerk", "/users/1/edit", FORBIDDEN, clerk],
    ["a clerk", "/audit", NOT_FOUND, clerk],
    ["a clerk", "/users?q=a", FORBIDDEN, clerk],
    ["a clerk", "/en/ranks", "Invalid request", clerk],
  ])("%s: %s shows the error screen: %s", async (_who, path, message, session) => {
    const english = path.startsWith("/en/");
    const server = serverOf(session);
    const page = await openProduct(path, server);
    await page.says(message);
    await page.press("link", english ? "Back to the home page" : "トップへ戻る");
    await page.at(english ? "/en" : "/");
    await page.find("nav", english ? "Main menu" : "メインメニュー");
    await page.no(message);
    await page.go(path);
    await page.says(message);
    await page.go(english ? "/en/profile" : "/profile");
    await page.no(message);
    await page.back();
    await page.says(message);
  });
});

describe("§2 Header, footer, menu", () => {
  test("user id, profile and logout; links of the provider in new tabs, copyright", async () => {
    const page = await openProduct("/", serverFor(administrator));
    await page.says("hana_admin");
    expect((await page.find("link", "おかえり トップへ")).getAttribute("href")).toBe("/");
    expect((await page.find("link", "プロフィール")).getAttribute("href")).toBe("/profile");
    await page.find("button", "ログアウト");
    for (const [name, address] of [
      [/^会社概要/, "https://example.jp/company"],
      [/^プライバシーポリシー/, "https://example.jp/privacy"],
    ] as const) {
      const link = await page.find("link", name);
      expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual([address, "_blank"]);
    }
    await page.says("© 2026 ゆけむりサービス");
  });

  test("without a user id a placeholder word stands in its place", async () => {
    const page = await openProduct("/", serverFor({ ...administrator, userId: null }));
    await page.find("button", "ログアウト");
    expect(page.text()).toContain("ユーザー名");
  });

  test("six entries from the server, each to /{section}, disabled and with the reason without the right to read", async () => {
    const page = await openProduct("/", serverOf(clerk));
    const menu = await page.find("nav", "メインメニュー");
    await page.find("link", "顧客管理", menu);
    const entries = [...menu.querySelectorAll("li")].map((entry) => entry.textContent);
    expect(entries).toHaveLength(6);
    for (const [index, name] of ["ユーザー", "ランク", "RFM", "顧客", "キャンペーン", "レポート"].entries())
      expect(entries[index]).toContain(`${name}管理`);
    expect(page.all("link", /(?:)/, menu).map((link) => link.getAttribute("href"))).toEqual([
      "/customers",
      "/campaigns",
    ]);
    const shut = await page.find("button", /^ユーザー管理/, menu);
    expect(shut.getAttribute("aria-disabled")).toBe("true");
    await page.focus(shut);
    const explanation = () => document.getElementById(shut.getAttribute("aria-describedby") ?? "");
    expect(explanation()?.textContent).toBe("この操作をする権限がありません。管理者にご相談ください。");
  });

  test("§7 an empty body is an error of the menu alone, which can be asked for again", async () => {
    const server = serverFor(administrator);
    server.answer("menu.list", () => new Response(""));
    const page = await openProduct("/", server);
    const menu = await page.find("nav", "メインメニュー");
    expect((await page.find("alert", /(?:)/, menu)).textContent).toContain("Empty response data");
    server.answer("menu.list", menuWithout());
    await page.press("button", "もう一度読み込む");
    await page.find("link", "ユーザー管理", menu);
    expect(page.all("alert", /(?:)/, menu)).toEqual([]);
  });
});

describe("§2 Locale", () => {
  test("calls say which language the page speaks, links stay in it, and the choice is kept for 365 days", async () => {
    const server = serverFor(administrator);
    server.answer("ranks.list", { items: [], total: 0, page: 1, size: 50 });
    const cookieWrites = vi.spyOn(document, "cookie", "set");
    const page = await openProduct("/ranks?account_id=1", server);
    await page.find("nav", "メインメニュー");
    expect(cookieWrites).not.toHaveBeenCalled();
    await page.press("link", "English");
    await page.at("/en/ranks?account_id=1");
    await page.find("nav", "Main menu");
    expect(document.documentElement.lang).toBe("en");
    expect(server.callsOf("ranks.list").at(-1)?.language).toBe("en");
    expect((await page.find("link", "Profile")).getAttribute("href")).toMatch(/^\/en\/profile/);
    expect((await page.find("link", "Users")).getAttribute("href")).toMatch(/^\/en\/users/);
    expect(cookieWrites.mock.lastCall?.[0].toLowerCase()).toMatch(/^i18n_redirected=en;.*max-age=31536000/);
    await page.press("link", "日本語");
    await page.at("/ranks?account_id=1");
    expect(cookieWrites.mock.lastCall?.[0]).toMatch(/^i18n_redirected=ja;/);
  });
});
