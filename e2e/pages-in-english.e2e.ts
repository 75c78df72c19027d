import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./browser.ts";
import { onEveryPage } from "./every-page.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

// Names of people, facilities, files and campaigns are data; words of the interface carry kana.
const DATA =
  /日本語|花の湯|月の宿|花田 千夏|会員|ゴールド|シルバー|プラチナ|レギュラー|プラン|春|夏|秋|冬|お客様|優良|様|ポイント|東日本|予約_/;

test("fields, buttons, links and headings of every page are in English", { timeout: 600_000 }, async () => {
  const left: string[] = [];
  await onEveryPage(browser, "/en", async (page, path) => {
    const words = await page.evaluate(() =>
      [...document.querySelectorAll("title,h1,h2,label,th,legend,nav a,main button,[role=tab],[placeholder],main p")]
        .flatMap((one) => [one.textContent, one.getAttribute("aria-label"), one.getAttribute("placeholder")])
        .filter((word): word is string => word !== null)
        .map((word) => word.trim()),
    );
    const japanese = words.filter((word) => /[ぁ-んァ-ヶ]/.test(word) && !DATA.test(word));
    left.push(...japanese.map((word) => `${path}: ${word}`));
  });
  expect(left).toEqual([]);
});
