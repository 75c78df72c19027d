import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectNoBarrier } from "./accessibility.ts";
import { openBrowser, signIn } from "./browser.ts";
import { windowOf } from "./persons.ts";

const TITLE = "エラーが発生しました";
const NOT_FOUND = "お探しのページが見つかりませんでした";
const FORBIDDEN = "不正リクエストです";
const EXPIRED = "セッションの有効期限が切れました。再度ログインしてください。";
const CHANGED = "ユーザー情報が更新されました。再ログインしてください";
const LATER = "しばらくしてからもう一度お試しください";

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
    await expectNoBarrier(page);
  });

  test.each([
    [400, "サーバーからの言葉", "サーバーからの言葉", "トップへ戻る"],
    [403, "サーバーからの言葉", FORBIDDEN, "トップへ戻る"],
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
    await card(page).waitFor({ state: "detached" });
  });

  test.each([
    [401, undefined, EXPIRED, 0],
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
    await page.getByRole("heading", { name: "ログイン", exact: true }).waitFor();
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
    await page.getByRole("heading", { name: "ログイン", exact: true }).waitFor();
  });

  test("the first error says why; a call still on its way only learns that the session is gone", async () => {
    const page = await as("hana_admin");
    const asked: string[] = [];
    const told = card(page).getByText(CHANGED, { exact: true });
    await page.route(/\/api\/auth\/logout/, answer(200, { loggedIn: false }));
    await page.route(/\/api\/campaigns\/audience/, async (route) => {
      while (!asked.includes("save")) await page.waitForTimeout(50);
      await answer(409, {})(route);
    });
    await page.route(/\/api\/campaigns(\?|$)/, async (route) => {
      asked.push("save");
      await told.waitFor();
      await answer(401, {})(route);
      asked.push("refused");
    });
    await page.goto("/campaigns/new");
    await page.getByRole("textbox", { name: "名前", exact: true }).fill("途中のキャンペーン");
    await page.getByRole("button", { name: "「対象」へ進む" }).click();
    await page.getByRole("button", { name: "下書きを保存する" }).click();
    await expect.poll(() => asked).toContain("refused");
    await page.waitForTimeout(500);
    await expectError(page, CHANGED, "ログイン画面へ戻る");
    await card(page).getByRole("link").click();
    await page.waitForURL("**/login");
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
  // Every status: apps/web/src/api/client.test.ts.
  test.each([
    [409, 2],
    [404, 1],
  ])("GET answered %s is asked %s times", async (status, times) => {
    const page = await as("hana_admin");
    let asked = 0;
    // 409 logs out, which is not what this is about.
    await page.route("**/api/auth/logout*", answer(200, { loggedIn: false }));
    await page.route(/\/api\/users(\?|$)/, (route) => {
      asked++;
      return answer(status, { status })(route);
    });
    await page.goto("/users");
    await page.getByRole("alert").first().waitFor();
    expect(asked).toBe(times);
  });

  test("a page that is loaded later than its answer does not ask again", async () => {
    const page = await as("hana_admin");
    let asked = 0;
    await page.route(/\/api\/users(\?|$)/, (route) => {
      asked++;
      return answer(400, {})(route);
    });
    // The part of the program with the list's columns comes half a second after everything else.
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      const response = await route.fetch();
      if ((await response.text()).includes("last_login_at")) await new Promise((resolve) => setTimeout(resolve, 500));
      await route.fulfill({ response });
    });
    await page.goto("/users");
    await page.getByRole("alert").first().waitFor();
    expect(asked).toBe(1);
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
