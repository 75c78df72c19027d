import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** The themes differ in their colours alone. */
const RULES = {
  light: (axe: AxeBuilder) => axe.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]),
  dark: (axe: AxeBuilder) => axe.withRules(["color-contrast"]),
  /** Mail programs put a frame around it that has the landmarks. */
  mail: (axe: AxeBuilder) => axe.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]),
};

async function barriers(page: Page, theme: keyof typeof RULES): Promise<string[]> {
  // The program of half a megabyte stays on a page that has been scanned before.
  const isThere = await page.evaluate(() => "axe" in window);
  const builder = new AxeBuilder(isThere ? { page, axeSource: ";" } : { page });
  // In one page: a second, blank one for gathering is only needed where frames come from elsewhere, and costs as much as the scan.
  const axe = builder.options({ resultTypes: ["violations"] }).setLegacyMode(true);
  const found = await RULES[theme](axe).analyze();
  return found.violations.flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
  );
}

/** Of a page in a state that the walks over all pages do not see: WCAG 2.2 AA in the light theme. Scanned again until what is on its way has come. */
export async function expectNoBarrier(page: Page): Promise<void> {
  await expect.poll(() => barriers(page, "light"), { message: page.url(), timeout: 30_000, interval: 500 }).toEqual([]);
}

/** WCAG 2.2 AA by axe-core, in the light and in the dark theme. A page on its way is scanned again until it has come. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(
      (wanted) => document.documentElement.getAttribute("data-mantine-color-scheme") === wanted,
      colorScheme,
    );
    await page.locator("h1").first().waitFor();
    await expect
      .poll(() => barriers(page, colorScheme), {
        message: `${page.url()} (${colorScheme})`,
        timeout: 30_000,
        interval: 500,
      })
      .toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** Of a mail as it was sent, without its pictures: WCAG 2.2 AA by day and by night, and no wider than a phone. */
export async function expectReadableMail(opener: Page, html: string): Promise<void> {
  const page = await opener.context().newPage();
  await page.route("**/*", (route) => route.abort());
  await page.setContent(html);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await barriers(page, "mail"), colorScheme).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.close();
}
