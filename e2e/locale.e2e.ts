import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { openWindow, origin, signIn } from "./browser.ts";

let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ context, page } = await openWindow());
  await signIn(context, "hana_admin");
});

const move = (path: string) => page.evaluate((to) => history.pushState({}, "", to), path);
const cookie = async () => (await context.cookies()).find((one) => one.name === "i18n_redirected");

describe("§2 Locale", () => {
  test("the default locale has no prefix, the other one has; the choice is kept in the cookie for 365 days", async () => {
    await page.goto("/users?size=20");
    await page.getByRole("heading", { name: "ユーザー管理" }).waitFor();
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("ja");
    expect(await cookie()).toBeUndefined();
    await page.getByRole("link", { name: "English" }).click();
    await page.waitForURL((url) => url.pathname === "/en/users" && url.search === "?size=20");
    await page.getByRole("heading", { name: "Users" }).waitFor();
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("en");
    await expect.poll(() => page.title()).toBe("Users | Okaeri");
    const stored = await cookie();
    expect(stored).toMatchObject({ value: "en", path: "/", sameSite: "Lax" });
    expect(Math.abs((stored?.expires ?? 0) - Date.now() / 1000 - 365 * 86_400)).toBeLessThan(60);
    await page.getByRole("link", { name: "日本語" }).click();
    await page.waitForURL((url) => url.pathname === "/users");
    await page.getByRole("heading", { name: "ユーザー管理" }).waitFor();
    expect((await cookie())?.value).toBe("ja");
  });
});

describe("§2 A chunk-load error triggers a reload of the target route, guarded by a 10-second marker", () => {
  /** Parts of the app that the reports need and the users do not. */
  async function partsOfReports(): Promise<string[]> {
    const window = await openWindow();
    await window.context.addCookies(await context.cookies());
    await window.page.goto("/users");
    await window.page.waitForLoadState("networkidle");
    const parts: string[] = [];
    window.page.on("request", (request) => {
      if (/\/assets\/.*\.js$/.test(request.url())) parts.push(new URL(request.url()).pathname);
    });
    await window.page.evaluate(() => history.pushState({}, "", "/reports"));
    await window.page.waitForLoadState("networkidle");
    await window.page.getByRole("heading", { name: "レポート管理" }).waitFor();
    await window.context.close();
    return parts;
  }

  test("once missing: the route one was going to is loaded afresh; missing again: the error page, no endless reload", async () => {
    const parts = await partsOfReports();
    expect(parts.length).toBeGreaterThan(0);
    for (const forever of [false, true]) {
      const window = await openWindow();
      await window.context.addCookies(await context.cookies());
      await window.page.goto("/users");
      await window.page.waitForLoadState("networkidle");
      let documents = 0;
      window.page.on("request", (request) => {
        if (request.isNavigationRequest()) documents++;
      });
      await window.page.route(
        (url) => parts.includes(url.pathname),
        (route) => (forever || documents === 0 ? route.abort() : route.continue()),
      );
      await window.page.evaluate(() => history.pushState({}, "", "/reports"));
      if (forever) {
        await window.page.getByText("画面の一部を読み込めませんでした").waitFor();
        await window.page.waitForTimeout(1500);
      } else await window.page.getByRole("heading", { name: "レポート管理" }).waitFor();
      expect(new URL(window.page.url()).pathname).toBe("/reports");
      expect(documents).toBe(1);
      expect(
        await window.page.evaluate(() => Number(sessionStorage.getItem("okaeri:reload")) - Date.now()),
      ).toBeLessThanOrEqual(10_000);
      await window.context.close();
    }
  });
});

describe("§9 Link prefetch is skipped on slow connections", () => {
  // Every line: apps/web/src/shell/router/prefetch.test.ts.
  test("fetched ahead on a fast one, not on a slow one", async () => {
    for (const [effectiveType, ahead] of [
      ["4g", true],
      ["2g", false],
    ] as const) {
      const window = await openWindow();
      await window.context.addCookies(await context.cookies());
      await window.page.addInitScript((type) => {
        const value = Object.assign(new EventTarget(), { saveData: false, effectiveType: type });
        Object.defineProperty(navigator, "connection", { value });
      }, effectiveType);
      await window.page.goto(`${origin()}/users`);
      await window.page.waitForLoadState("networkidle");
      let asked = 0;
      window.page.on("request", (request) => {
        if (/\/api\/reports|\/assets\/.*\.js$/.test(request.url())) asked++;
      });
      await window.page.getByRole("link", { name: "レポート管理" }).hover();
      await window.page.waitForTimeout(800);
      expect([effectiveType, asked > 0]).toEqual([effectiveType, ahead]);
      await window.context.close();
    }
  });
});

describe("Keyboard", () => {
  test("the first stop jumps to the content, each stop is visible, the menu works with Enter", async () => {
    await page.goto("/users");
    await page.getByRole("heading", { name: "ユーザー管理" }).waitFor();
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "本文へ移動する" });
    await expect.poll(() => skip.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
    const menu = page.getByRole("navigation", { name: "メインメニュー" });
    await menu.getByRole("link", { name: "ランク管理" }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    const outline = await menu
      .getByRole("link", { name: "ランク管理" })
      .evaluate((one) => getComputedStyle(one).outlineStyle);
    expect(outline).toBe("solid");
    await move("/users");
    await menu.getByRole("link", { name: "ランク管理" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/ranks");
  });
});
