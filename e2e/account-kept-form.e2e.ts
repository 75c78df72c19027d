import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openWindow, signIn } from "./browser.ts";
import { partsOf } from "./page-parts.ts";
import { endSessionsOf } from "./sessions.ts";

let browser: Browser;
let context: BrowserContext;
let page: Page;
const { button, field } = partsOf(() => page);

beforeAll(async () => {
  browser = await openBrowser();
  ({ context, page } = await openWindow(browser));
  await signIn(context, "hana_admin");
});
afterAll(() => browser.close());

it("settings typed when the session ends are kept without secrets, and offered after the next sign-in", async () => {
  const { items } = (await (await context.request.get("/api/accounts/picker")).json()) as {
    items: { id: number; parent_id: number | null }[];
  };
  const path = `/accounts/${items.find((one) => one.parent_id === null)?.id}/line`;
  const secret = page.locator('input[type="password"]');
  await page.goto(path);
  await field("表示名").fill("途中の名前");
  await field("チャネルID").fill("1650001111");
  await secret.first().fill("canary-secret");
  await secret.nth(1).fill("canary-token");
  await endSessionsOf("hana_admin", "expired");
  await button("保存する").click();
  await page.getByRole("alert").getByText("セッションの有効期限が切れました").waitFor();
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain("canary");
  await signIn(context, "hana_admin");
  await page.goto(path);
  await button("入力を元に戻す").click();
  expect([await field("表示名").inputValue(), await field("チャネルID").inputValue()]).toEqual([
    "途中の名前",
    "1650001111",
  ]);
  expect(await secret.first().inputValue()).toBe("");
  await button("変更を取り消す").click();
  expect(await field("表示名").inputValue()).toBe("");
});
