import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "./accessibility.ts";
import { onEveryPage, type Person } from "./every-page.ts";

/** Every page of these persons has no barrier in either theme, fits a phone and breaks nothing. */
export async function expectSoundPages(browser: Browser, persons: readonly Person[]): Promise<void> {
  const broken: string[] = [];
  const watched = new WeakSet<Page>();
  await onEveryPage(browser, "", persons, async (page, path) => {
    if (!watched.has(page)) {
      watched.add(page);
      page.on("pageerror", (error) => broken.push(`${page.url()}: ${error.message}`));
      page.on("response", (answer) => answer.status() >= 500 && broken.push(`${answer.url()}: ${answer.status()}`));
    }
    await expectAccessible(page);
    await expectFits(page, path);
  });
  expect(broken).toEqual([]);
}

async function expectFits(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path })
    .toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
}
