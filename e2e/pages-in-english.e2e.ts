import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./browser.ts";
import { onEveryPage } from "./every-page.ts";

const KANA = /[ぁ-んァ-ヶ]/;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** What is left of a word without names of people, facilities, files and campaigns, which are data. */
const without = (data: readonly string[], word: string) => data.reduce((left, text) => left.replaceAll(text, ""), word);

test("fields, buttons, links and headings of every page are in English", { timeout: 600_000 }, async () => {
  const left: string[] = [];
  await onEveryPage(browser, "/en", ["", "hana_admin", "vc_admin"], async (page, path, answered) => {
    const words = await page.evaluate(() =>
      [...document.querySelectorAll("title,h1,h2,label,th,legend,nav a,main button,[role=tab],[placeholder],main p")]
        .flatMap((one) => [one.textContent, one.getAttribute("aria-label"), one.getAttribute("placeholder")])
        .filter((word): word is string => word !== null)
        .map((word) => word.trim()),
    );
    const data = [...answered].filter((text) => KANA.test(text)).sort((a, b) => b.length - a.length);
    const japanese = words.filter((word) => KANA.test(word) && KANA.test(without(data, word)));
    left.push(...japanese.map((word) => `${path}: ${word}`));
  });
  expect(left).toEqual([]);
});
