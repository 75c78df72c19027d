import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { openBrowser } from "./browser.ts";
import { expectSoundPages } from "./page-walk.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test(
  "no page of the provider or before the sign-in has a barrier, all fit a phone, none breaks",
  {
    timeout: 600_000,
  },
  () => expectSoundPages(browser, ["", "vc_admin"]),
);
