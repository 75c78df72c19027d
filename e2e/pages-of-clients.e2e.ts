import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./browser.ts";
import { routesOfFiles, routesOfPages } from "./every-page.ts";
import { expectSoundPages } from "./page-walk.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test("every page of the router is opened in one of the walks", () => {
  expect(routesOfPages()).toEqual(routesOfFiles());
});

test("no page of a client has a barrier, all fit a phone, none breaks", { timeout: 600_000 }, () =>
  expectSoundPages(browser, ["hana_admin"]),
);
