import { gzipSync } from "node:zlib";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectNoBarrier } from "./accessibility.ts";
import { openBrowser, signIn } from "./browser.ts";
import { windowOf } from "./persons.ts";

const TITLE = "エラーが発生しました";
const NOT_FOUND = "お探しのページが見つかりませんでした";
const FORBIDDEN = "不正リクエストです";
const EXPIRED = "セッションの有効期限が切れました。再度ログインしてください。";

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const as = (loginId: string) => windowOf(browser, loginId, signIn);

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

test("the sign-in page loads nothing of the signed-in frame", async () => {
  const page = await as("");
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto("/login");
  await page.getByRole("heading", { name: "ログイン", exact: true }).waitFor();
  page.removeAllListeners("request");
  expect(loaded.some((path) => path.startsWith("/assets/base-"))).toBe(true);
  expect(loaded.filter((path) => path.startsWith("/assets/frame-"))).toEqual([]);
});

test("the pages under test are those of npm start: React without its developers' parts", async () => {
  const page = await as("");
  const said: string[] = [];
  page.on("console", (line) => said.push(line.text()));
  await page.goto("/login");
  await page.getByRole("heading", { name: "ログイン", exact: true }).waitFor();
  page.removeAllListeners("console");
  expect(said.filter((line) => line.includes("React DevTools"))).toEqual([]);
});

test("a tab has a name from the start, and then its page's", async () => {
  const page = await as("hana_admin");
  let release = () => undefined as unknown;
  const released = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  await page.route("**/api/**", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/users");
  await page.locator("#root > *").first().waitFor({ state: "attached" });
  expect(await page.title()).toBe("おかえり");
  await page.goto("/en/users");
  await page.locator("#root > *").first().waitFor({ state: "attached" });
  expect(await page.title()).toBe("Okaeri");
  release();
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
  await expect.poll(() => page.title()).toBe("Users | Okaeri");
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Campaigns" }).click();
  await expect.poll(() => page.title()).toBe("Campaigns | Okaeri");
  await page.unrouteAll({ behavior: "wait" });
});

test("the sign-in page needs at most 200 kB of script and style", async () => {
  const page = await as("");
  await page.goto("/login", { waitUntil: "networkidle" });
  const addresses = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  let bytes = 0;
  for (const address of addresses.filter((one) => /\.(js|css)$/.test(one))) {
    const part = await page.context().request.get(address);
    bytes += gzipSync(await part.body(), { level: 9 }).length;
  }
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(200_000);
});

describe("§2 Header, footer, menu", () => {
  test("logo of 170 px to /, user id, profile to /profile, logout; footer links in new tabs, copyright", async () => {
    const page = await as("hana_admin");
    await page.goto("/users");
    const header = page.locator("header").first();
    const logo = header.getByRole("link", { name: "おかえり トップへ" });
    expect((await logo.boundingBox())?.width).toBe(170);
    await expect.poll(() => logo.getAttribute("href")).toBe("/");
    await header.getByText("hana_admin", { exact: true }).waitFor();
    await expect.poll(() => header.getByRole("link", { name: "プロフィール" }).getAttribute("href")).toBe("/profile");
    await header.getByRole("button", { name: "ログアウト" }).waitFor();
    const site = (await (await page.request.get("/api/site")).json()) as Record<string, string>;
    for (const [name, url] of [
      [/^会社概要/, site.company_url],
      [/^プライバシーポリシー/, site.privacy_url],
    ] as const) {
      const link = page.locator("footer").getByRole("link", { name });
      await expect.poll(() => link.getAttribute("href")).toBe(url);
      await expect.poll(() => link.getAttribute("target")).toBe("_blank");
    }
    await page.locator("footer").getByText(`© ${site.year} ${site.provider_name}`).waitFor();
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
    await expectNoBarrier(page);
    await page.locator("header").getByRole("button", { name: "ログイン" }).click();
    await page.waitForURL("**/login");
    await page.getByRole("heading", { name: "ログイン", exact: true }).waitFor();
  });

  test("six entries from the server, each to /{section}, disabled without the section's read permission", async () => {
    const page = await as("hana_front");
    await page.goto("/");
    const menu = page.getByRole("navigation", { name: "メインメニュー" });
    await menu.getByRole("link").first().waitFor();
    await expect
      .poll(() => menu.getByRole("listitem").allTextContents())
      .toEqual(
        ["ユーザー管理", "ランク管理", "RFM管理", "顧客管理", "キャンペーン管理", "レポート管理"].map((name) =>
          expect.stringContaining(name),
        ),
      );
    await expect
      .poll(() => menu.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href"))))
      .toEqual(["/customers", "/campaigns"]);
    const users = menu.getByRole("button", { name: "ユーザー管理" });
    await expect.poll(() => users.getAttribute("aria-disabled")).toBe("true");
    await users.focus();
    await page.getByRole("tooltip", { name: "この操作をする権限がありません" }).waitFor();
    await users.blur();
    await page.getByRole("tooltip").waitFor({ state: "detached" });
  });
});

describe("§7 Empty response bodies on menu calls are errors", () => {
  test("the menu says so and can be asked for again", async () => {
    const page = await as("hana_admin");
    await page.route("**/api/menu*", answer(200, undefined));
    await page.goto("/users");
    const menu = page.getByRole("navigation", { name: "メインメニュー" });
    await menu.getByRole("alert").getByText("Empty response data", { exact: true }).waitFor();
    await expectNoBarrier(page);
    await page.unrouteAll();
    await menu.getByRole("button", { name: "もう一度読み込む" }).click();
    await menu.getByRole("link", { name: "ユーザー管理" }).waitFor();
    await menu.getByRole("alert").waitFor({ state: "detached" });
  });
});

describe("§2 Logout clears the session then goes to /login", () => {
  test("one who cannot be logged out is told so and stays; unsaved edits are asked about first", async () => {
    const page = await as("tsuki_admin");
    const leave = page.locator("header").getByRole("button", { name: "ログアウト" });
    await page.goto("/users/new");
    await page.getByRole("textbox", { name: "氏名" }).fill("途中の名前");
    await leave.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("氏名").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => page.getByRole("textbox", { name: "氏名" }).inputValue()).toBe("途中の名前");

    await leave.click();
    await page.route("**/api/auth/logout*", (route) => route.abort());
    await dialog.getByRole("button", { name: "変更を捨てて移動する" }).click();
    await page.locator(".Toastify__toast").getByText("サーバーに接続できませんでした").waitFor();
    await page.locator("header").getByText("tsuki_admin", { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/users/new");

    await page.unrouteAll();
    await leave.click();
    await dialog.getByRole("button", { name: "変更を捨てて移動する" }).click();
    await page.waitForURL("**/login");
    await page.getByRole("heading", { name: "ログイン", exact: true }).waitFor();
    expect(await card(page).count()).toBe(0);
    expect(await (await page.request.get("/api/auth/session")).json()).toMatchObject({ loggedIn: false });
  });
});

describe("§2 Global navigation guard and route guards, §5 ids are all digits", () => {
  // Person, path, what happens on first load, by link and by Back; one of each kind, all of them: packages/domain/src/auth.
  test.each([
    ["", "/users", "/login"],
    ["", "/en/customers", "/en/login"],
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

  test.each([
    ["hana_admin", "/nowhere", NOT_FOUND],
    ["hana_admin", "/en/nowhere", "The page was not found"],
    ["hana_admin", "/users/abc", NOT_FOUND],
    ["vc_support", "/clients/new", NOT_FOUND],
    ["hana_front", "/users/1/edit", FORBIDDEN],
    ["vc_support", "/accounts/1/edit", FORBIDDEN],
    ["sakura_admin", "/rfms", FORBIDDEN],
    ["hana_front", "/users?q=a", FORBIDDEN],
    ["hana_front", "/en/ranks", "Invalid request"],
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
