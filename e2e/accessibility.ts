import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** WCAG 2.2 AA by axe-core, in the light and in the dark theme, of a page that has come so far as to say what it is. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.waitForFunction(
      (wanted) => document.documentElement.getAttribute("data-mantine-color-scheme") === wanted,
      colorScheme,
    );
    const found = await new AxeBuilder({ page })
      .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
      .analyze();
    expect(
      found.violations.flatMap((one) =>
        one.nodes.map((node) => `${one.id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
      ),
      `${page.url()} (${colorScheme})`,
    ).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
}
