import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./accessibility.ts";
import { openBrowser } from "./browser.ts";
import { onEveryPage, routesOfFiles, routesOfPages } from "./every-page.ts";

const LONG = 600_000;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test("every page of the router is opened here", () => {
  expect(routesOfPages()).toEqual(routesOfFiles());
});

test("every page has no barrier in either theme, fits a phone and breaks nothing", { timeout: LONG }, async () => {
  const broken: string[] = [];
  const watched = new WeakSet<Page>();
  await onEveryPage(browser, "", async (page, path) => {
    if (!watched.has(page)) {
      watched.add(page);
      page.on("pageerror", (error) => broken.push(`${page.url()}: ${error.message}`));
      page.on("response", (answer) => answer.status() >= 500 && broken.push(`${answer.url()}: ${answer.status()}`));
    }
    await expectAccessible(page);
    await expectFits(page, path);
  });
  expect(broken).toEqual([]);
});

async function expectFits(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path })
    .toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
}
