import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectAccessible } from "./accessibility.ts";
import { openBrowser, openWindow, signIn } from "./browser.ts";

const TITLE = "エラーが発生しました";
const NOT_FOUND = "お探しのページが見つかりませんでした";
const FORBIDDEN = "不正リクエストです";
const EXPIRED = "セッションの有効期限が切れました。再度ログインしてください。";
const CHANGED = "ユーザー情報が更新されました。再ログインしてください";
const LATER = "しばらくしてからもう一度お試しください";

let browser: Browser;
const windows = new Map<string, { context: BrowserContext; page: Page }>();

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** One window per person, signed in once; "" is signed out. */
async function as(loginId: string): Promise<Page> {
  const known = windows.get(loginId);
  if (known) {
    await known.page.unrouteAll();
    return known.page;
  }
  const opened = await openWindow(browser);
  if (loginId !== "") await signIn(opened.context, loginId);
  windows.set(loginId, opened);
  return opened.page;
}

/** Moves inside the running app, as a link does. */
const move = (page: Page, path: string) => page.evaluate((to) => history.pushState({}, "", to), path);
const card = (page: Page) => page.getByRole("alert").filter({ has: page.getByRole("heading", { name: TITLE }) });
const answer = (status: number, body: object | undefined) => (route: Route) =>
  route.fulfill({ status, contentType: "application/json", body: body === undefined ? "" : JSON.stringify(body) });

async function expectError(page: Page, message: string, link: "ログイン画面へ戻る" | "トップへ戻る"): Promise<void> {
  await card(page).getByText(message, { exact: true }).waitFor();
  const href = await card(page).getByRole("link", { name: link, exact: true }).getAttribute("href");
  expect(href).toBe(link === "トップへ戻る" ? "/" : "/login");
}

describe("§2 Header, footer, menu", () => {
  test("logo of 170 px to /, user id, profile to /profile, logout; footer links in new tabs, copyright", async () => {
    const page = await as("hana_admin");
    await page.goto("/users");
    const header = page.locator("header").first();
    const logo = header.getByRole("link", { name: "おかえり トップへ" });
    expect((await logo.boundingBox())?.width).toBe(170);
    expect(await logo.getAttribute("href")).toBe("/");
    await header.getByText("hana_admin", { exact: true }).waitFor();
    expect(await header.getByRole("link", { name: "プロフィール" }).getAttribute("href")).toBe("/profile");
    await header.getByRole("button", { name: "ログアウト" }).waitFor();
    const site = (await (await page.request.get("/api/site")).json()) as Record<string, string>;
    for (const [name, url] of [
      [/^会社概要/, site.company_url],
      [/^プライバシーポリシー/, site.privacy_url],
    ] as const) {
      const link = page.locator("footer").getByRole("link", { name });
      expect(await link.getAttribute("href")).toBe(url);
      expect(await link.getAttribute("target")).toBe("_blank");
    }
    await page.locator("footer").getByText(`© ${site.year} ${site.provider_name}`).waitFor();
    await expectAccessible(page);
  });

  test("without a user id a placeholder word stands in its place", async () => {
    const page = await as("hana_admin");
    const session = (await (await page.request.get("/api/auth/session")).json()) as object;
    await page.route("**/api/auth/session*", answer(200, { ...session, userId: null }));
    await page.goto("/users");
    await page.locator("header").getByText("ユーザー名", { exact: true }).waitFor();
  });

  test("not logged in and verified: a login button to /login", async () => {
    const page = await as("");
    await page.route("**/api/auth/reset/forget*", answer(401, {}));
    await page.goto("/login/forget");
    await page.getByRole("textbox", { name: "ユーザーID" }).fill("somebody");
    await page.getByRole("button", { name: "案内メールを送る" }).click();
    await expectError(page, EXPIRED, "ログイン画面へ戻る");
    await expectAccessible(page);
    await page.locator("header").getByRole("button", { name: "ログイン" }).click();
    await page.waitForURL("**/login");
    await page.getByRole("heading", { name: "ログイン" }).waitFor();
  });

  test("six entries from the server, each to /{section}, disabled without the section's read permission", async () => {
    const page = await as("hana_front");
    await page.goto("/");
    const menu = page.getByRole("navigation", { name: "メインメニュー" });
    await menu.getByRole("link").first().waitFor();
    expect(await menu.getByRole("listitem").allTextContents()).toEqual(
      ["ユーザー管理", "ランク管理", "RFM管理", "顧客管理", "キャンペーン管理", "レポート管理"].map((name) =>
        expect.stringContaining(name),
      ),
    );
    expect(await menu.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual(
      ["/customers", "/campaigns"],
    );
    const users = menu.getByRole("button", { name: "ユーザー管理" });
    expect(await users.getAttribute("aria-disabled")).toBe("true");
    await users.focus();
    await page.getByRole("tooltip", { name: "閲覧する権限がありません" }).waitFor();
    await expectAccessible(page);
  });
});

describe("§2 Global navigation guard and route guards, §5 ids are all digits", () => {
  // person, path, what happens on first load, by link and by Back
  test.each([
    ["", "/", "/login"],
    ["", "/users", "/login"],
    ["", "/profile/edit", "/login"],
    ["", "/users/abc", "/login"],
    ["", "/nowhere", "/login"],
    ["", "/login/other", "/login"],
    ["", "/en/customers", "/en/login"],
    ["hana_admin", "/login/signup", "/"],
    ["hana_admin", "/en/login/signup", "/en"],
  ])("%s %s redirects to %s", async (person, path, to) => {
    const page = await as(person);
    await page.goto(path);
    await page.waitForURL((url) => url.pathname === to);
    await page.goto(person === "" ? "/login/forget" : "/users");
    await page.getByRole("main").waitFor();
    await move(page, path);
    await page.waitForURL((url) => url.pathname === to);
  });

  test.each(["/login/forget", "/login/reset", "/login/signup"])("signed out: %s stays", async (path) => {
    const page = await as("");
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  });

  test.each([
    ["hana_admin", "/nowhere", NOT_FOUND],
    ["hana_admin", "/en/nowhere", "The page was not found"],
    ["hana_admin", "/users/abc", NOT_FOUND],
    ["hana_admin", "/users/１２", NOT_FOUND],
    ["hana_admin", "/users/1234567890123456", NOT_FOUND],
    ["hana_admin", "/customers/1a", NOT_FOUND],
    ["hana_admin", "/campaigns/-1", NOT_FOUND],
    ["hana_admin", "/clients/new", NOT_FOUND],
    ["vc_support", "/clients/new", NOT_FOUND],
    ["hana_admin", "/accounts/new", FORBIDDEN],
    ["vc_support", "/accounts/new", FORBIDDEN],
    ["hana_front", "/users/new", FORBIDDEN],
    ["hana_front", "/users/1/edit", FORBIDDEN],
    ["hana_front", "/clients/1/edit", FORBIDDEN],
    ["vc_support", "/accounts/1/edit", FORBIDDEN],
    ["hana_front", "/rfms", FORBIDDEN],
    ["sakura_admin", "/rfms", FORBIDDEN],
    ["vc_support", "/rfms/1/edit", FORBIDDEN],
    ["vc_admin", "/rfms/1/edit", FORBIDDEN],
    ["hana_front", "/en/rfms", "Invalid request"],
  ])("%s %s shows the error screen: %s", async (person, path, message) => {
    const page = await as(person);
    const told = () => page.getByRole("alert").getByText(message, { exact: true }).waitFor();
    await page.goto(path);
    await told();
    const english = path.startsWith("/en/");
    await page.getByRole("link", { name: english ? "Back to the home page" : "トップへ戻る" }).click();
    await page.waitForURL((url) => url.pathname === (english ? "/en" : "/"));
    await page.getByRole("navigation", { name: english ? "Main menu" : "メインメニュー" }).waitFor();
    await move(page, path);
    await told();
    await move(page, "/profile");
    await page.waitForURL("**/profile");
    await page.goBack();
    await told();
  });
});

describe("§2 Error screen, §8 Error catalogue", () => {
  test("header, a card a quarter of the window wide with title, message and link, footer", async () => {
    const page = await as("hana_admin");
    await page.goto("/nowhere");
    await expectError(page, NOT_FOUND, "トップへ戻る");
    const width = (await card(page).boundingBox())?.width ?? 0;
    expect(Math.abs(width - 1440 / 4)).toBeLessThan(2);
    await page.locator("header").getByText("hana_admin", { exact: true }).waitFor();
    await page
      .locator("footer")
      .getByRole("link", { name: /^会社概要/ })
      .waitFor();
    await expectAccessible(page);
  });

  test.each([
    [400, "サーバーからの言葉", "サーバーからの言葉", "トップへ戻る"],
    [400, undefined, FORBIDDEN, "トップへ戻る"],
    [403, "サーバーからの言葉", FORBIDDEN, "トップへ戻る"],
    [404, "サーバーからの言葉", NOT_FOUND, "トップへ戻る"],
    [422, "サーバーからの言葉", "サーバーからの言葉", "トップへ戻る"],
    [500, undefined, LATER, "トップへ戻る"],
  ] as const)("in-app: %s with message %s shows %s", async (status, message, shown, link) => {
    const page = await as("hana_admin");
    await page.route("**/api/customers/1?**", answer(status, { status, message }));
    await page.route("**/api/customers/1", answer(status, { status, message }));
    await page.goto("/customers/1");
    await expectError(page, shown, link);
    await page.getByRole("navigation", { name: "メインメニュー" }).waitFor();
    await card(page).getByRole("link").click();
    await page.waitForURL((url) => url.pathname === "/");
    expect(await card(page).count()).toBe(0);
  });

  test.each([
    [401, undefined, EXPIRED, 0],
    [401, "サーバーからの言葉", "サーバーからの言葉", 0],
    [409, undefined, CHANGED, 1],
    [409, "サーバーからの言葉", "サーバーからの言葉", 1],
  ] as const)("%s with message %s on another call: the error page with %s", async (status, message, shown, logouts) => {
    const page = await as("hana_admin");
    let loggedOut = 0;
    await page.route("**/api/auth/logout*", (route) => {
      loggedOut++;
      return answer(200, { loggedIn: false })(route);
    });
    await page.route(/\/api\/customers(\?|$)/, answer(status, { status, message }));
    await page.goto("/customers");
    await expectError(page, shown, "ログイン画面へ戻る");
    expect(loggedOut).toBe(logouts);
    expect(await page.getByRole("navigation", { name: "メインメニュー" }).count()).toBe(0);
    await card(page).getByRole("link").click();
    await page.waitForURL("**/login");
    await page.getByRole("heading", { name: "ログイン" }).waitFor();
  });

  test("Back from the error page leaves the error behind", async () => {
    const page = await as("hana_admin");
    await page.goto("/users");
    await page.getByRole("heading", { name: "ユーザー管理" }).waitFor();
    await page.route(/\/api\/ranks/, answer(401, {}));
    await move(page, "/ranks");
    await expectError(page, EXPIRED, "ログイン画面へ戻る");
    await page.goBack();
    await page.waitForURL("**/login");
    await page.getByRole("heading", { name: "ログイン" }).waitFor();
  });

  test("401 on login is a plain error; an empty body is 'Empty response data'", async () => {
    const page = await as("");
    await page.goto("/login");
    await page.getByRole("textbox", { name: "ユーザーID" }).fill("a");
    await page.locator("input[name=password]").fill("b");
    const asked = async (status: number, body: object | undefined) => {
      await page.unrouteAll();
      await page.route("**/api/auth/login*", answer(status, body));
      await page.getByRole("button", { name: "次へ進む" }).click();
    };
    await asked(401, { message: "サーバーからの言葉" });
    await page.getByRole("alert").filter({ hasText: "サーバーからの言葉" }).waitFor();
    await asked(401, {});
    await page.getByRole("alert").filter({ hasText: EXPIRED }).waitFor();
    await asked(200, undefined);
    await page.getByRole("alert").filter({ hasText: "Empty response data" }).waitFor();
    expect(await card(page).count()).toBe(0);
  });

  test("§2 an error at the start is logged and the error page is shown; the link tries again", async () => {
    const page = await as("hana_admin");
    const logged: string[] = [];
    page.on("console", (line) => line.type() === "error" && logged.push(line.text()));
    await page.route("**/api/auth/session*", (route) => route.abort());
    await page.goto("/users");
    await expectError(
      page,
      "サーバーに接続できませんでした。通信状況を確認して、もう一度お試しください。",
      "トップへ戻る",
    );
    expect(logged.some((line) => line.includes("サーバーに接続できませんでした"))).toBe(true);
    await page.unrouteAll();
    await card(page).getByRole("link").click();
    await page.getByRole("navigation", { name: "メインメニュー" }).waitFor();
    page.removeAllListeners("console");
  });
});

describe("§7 Retries: 408, 409, 425, 429, 500, 502, 503, 504; once, never for writing calls", () => {
  test.each([
    [408, 2],
    [409, 2],
    [425, 2],
    [429, 2],
    [500, 2],
    [502, 2],
    [503, 2],
    [504, 2],
    [400, 1],
    [403, 1],
    [404, 1],
    [412, 1],
  ])("GET answered %s is asked %s times", async (status, times) => {
    const page = await as("hana_admin");
    let asked = 0;
    await page.route(/\/api\/users(\?|$)/, (route) => {
      asked++;
      return answer(status, { status })(route);
    });
    await page.goto("/users");
    await page.getByRole("alert").first().waitFor();
    expect(asked).toBe(times);
  });

  test("a second answer that is good is shown as if nothing had been", async () => {
    const page = await as("hana_admin");
    let asked = 0;
    await page.route(/\/api\/users(\?|$)/, (route) => (asked++ === 0 ? answer(503, {})(route) : route.continue()));
    await page.goto("/users");
    await page.locator("tbody tr").first().waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test.each(["POST", "PUT"] as const)("%s is asked once", async (method) => {
    const page = await as("");
    let asked = 0;
    await page.route(/\/api\/auth\/(login|reset\/forget)/, (route) => {
      asked++;
      expect(route.request().method()).toBe(method);
      return answer(503, {})(route);
    });
    await page.goto(method === "POST" ? "/login" : "/login/forget");
    await page.getByRole("textbox", { name: "ユーザーID" }).fill("a");
    if (method === "POST") await page.locator("input[name=password]").fill("b");
    await page.keyboard.press("Enter");
    await page.getByText(LATER).waitFor();
    expect(asked).toBe(1);
  });
});
