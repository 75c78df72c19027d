import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "./accessibility.ts";
import { goTo, onEveryPage } from "./every-page.ts";
import type { PageVisitor } from "./page-routes.ts";

const KANA = /[ぁ-んァ-ヶ]/;

/** Every page of these persons has no barrier in either theme, fits a phone, breaks nothing, and speaks English under /en. */
export async function expectSoundPages(persons: readonly PageVisitor[]): Promise<void> {
  const broken: string[] = [];
  const japanese: string[] = [];
  const watched = new WeakSet<Page>();
  await onEveryPage(persons, async (page, path, answered) => {
    if (!watched.has(page)) {
      watched.add(page);
      page.on("pageerror", (error) => broken.push(`${page.url()}: ${error.message}`));
      // 400: the page itself asked what the contract refuses.
      page.on("response", (answer) => {
        if (answer.status() >= 500 || answer.status() === 400) broken.push(`${answer.url()}: ${answer.status()}`);
      });
    }
    await expectAccessible(page);
    await expectFits(page, path);
    await goTo(page, `/en${path === "/" ? "" : path}`);
    japanese.push(...(await japaneseWords(page, answered)).map((word) => `${path}: ${word}`));
  });
  expect(broken).toEqual([]);
  expect(japanese).toEqual([]);
}

async function expectFits(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path })
    .toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** What is left of a word without names of people, facilities, files and campaigns, which are data. */
const without = (data: readonly string[], word: string) => data.reduce((left, text) => left.replaceAll(text, ""), word);

/** Words of fields, buttons, links and headings that are not English. */
async function japaneseWords(page: Page, answered: ReadonlySet<string>): Promise<string[]> {
  await page.waitForFunction(() => document.documentElement.lang === "en");
  const words = await page.evaluate(() =>
    [...document.querySelectorAll("title,h1,h2,label,th,legend,nav a,main button,[role=tab],[placeholder],main p")]
      .flatMap((one) => [one.textContent, one.getAttribute("aria-label"), one.getAttribute("placeholder")])
      .filter((word): word is string => word !== null)
      .map((word) => word.trim()),
  );
  expect(words).not.toEqual([]);
  // A text with marks for facts is shown with the names of the facts in their places.
  const parts = [...answered].flatMap((text) => text.split(/\{\{[^}]*\}\}/).map((part) => part.trim()));
  const data = parts.filter((text) => KANA.test(text)).sort((a, b) => b.length - a.length);
  return words.filter((word) => KANA.test(word) && KANA.test(without(data, word)));
}
