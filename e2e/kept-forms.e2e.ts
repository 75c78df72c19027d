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

/** Ends the session under an edit, signs in again and comes back to the same address. */
async function loseSession(save: () => Promise<void>): Promise<void> {
  const address = page.url();
  await endSessionsOf("hana_admin", "changed");
  await save();
  await page.getByRole("alert").getByText("ユーザー情報が更新されました。再ログインしてください").waitFor();
  await signIn(context, "hana_admin");
  await page.goto(address);
}

it("a campaign in the making is kept on whatever step it was, and its segments go on being told apart", async () => {
  await page.goto("/campaigns/new");
  await field("名前").fill("途中のキャンペーン");
  // Once counted, nothing in the background meets the end of the session before the button does.
  const counted = (act: () => Promise<void>) =>
    Promise.all([page.waitForResponse((response) => response.url().includes("/api/campaigns/audience")), act()]);
  await counted(() => button("「対象」へ進む").click());
  const segments = page.getByRole("heading", { level: 2, name: /^優先 \d$/ });
  await counted(() => button("次のセグメント(優先 2)を追加する").click());
  await loseSession(() => button("下書きを保存する").click());
  await button("入力を元に戻す").click();
  await page.getByRole("heading", { level: 1, name: "途中のキャンペーン" }).waitFor();
  await button("次のセグメント(優先 3)を追加する").click();
  await expect.poll(() => segments.count()).toBe(3);
  await button("変更を取り消す").click();
  await expect.poll(() => segments.count()).toBe(1);
});

it("years and groups of an RFM being edited are kept", async () => {
  const { items } = (await (await context.request.get("/api/rfms")).json()) as { items: { id: number }[] };
  await page.goto(`/rfms/${items[0]?.id}/edit`);
  const years = page.getByLabel("宿泊回数を数える年数", { exact: true });
  const name = page.getByRole("textbox", { name: /番目のグループの名前$/ }).last();
  const before = await years.inputValue();
  await years.fill("9");
  await button("グループを追加する").click();
  await name.fill("途中のグループ");
  await loseSession(() => button("保存する").click());
  await button("入力を元に戻す").waitFor();
  await expect.poll(() => years.inputValue()).toBe(before);
  await button("入力を元に戻す").click();
  await expect.poll(() => years.inputValue()).toContain("9");
  await expect.poll(() => name.inputValue()).toBe("途中のグループ");
  await button("変更を取り消す").click();
});
