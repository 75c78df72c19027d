import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectNoBarrier } from "./accessibility.ts";
import { openWindow, signIn } from "./browser.ts";
import { partsOf } from "./page-parts.ts";

type Item = Record<string, unknown> & { id: number; code: string };

const stamp = Date.now().toString(36).slice(-5).toUpperCase();

let context: BrowserContext;
let page: Page;
/** hana_admin's programme. */
let hq: number;
const { button, field, toast } = partsOf(() => page);

async function ask<T>(path: string): Promise<T> {
  return (await (await context.request.get(`/api${path}`)).json()) as T;
}
const tab = async (name: string) => {
  await page.goto(`/accounts/${hq}/${name}`);
  await page.getByRole("tab", { selected: true }).waitFor();
};
const dialog = () => page.getByRole("dialog");
const row = (text: string) => page.getByRole("row").filter({ hasText: text });

beforeAll(async () => {
  ({ context, page } = await openWindow());
  await signIn(context, "hana_admin");
  const { items } = await ask<{ items: { id: number; parent_id: number | null }[] }>("/accounts/picker");
  hq = items.find((one) => one.parent_id === null)?.id ?? 0;
});
afterAll(async () => {
  // Other files see the product as they would without this one.
  const path = `/accounts/${hq}/customer-types`;
  const { items } = await ask<{ items: Item[] }>(path);
  for (const { used_by: _used, ...item } of items.filter((one) => one.code.endsWith(stamp)))
    await context.request.put(`/api${path}/${item.id}`, { data: { ...item, active_status: "inactive" } });
});

// What every tab says and sends: apps/web/src/sections/accounts/settings/{code-lists,settings-tabs}.test.tsx.
it("types are added with the code of a feed, moved by keyboard, and there after a reload", async () => {
  const add = async (name: string, code: string, external?: string) => {
    await button("顧客区分を追加する").first().click();
    await field("名称").fill(name);
    await field("コード").fill(code);
    if (external !== undefined) {
      await button("外部コードを追加する").click();
      await field("1件目の外部コード").fill(external);
      await expectNoBarrier(page);
    }
    await dialog().getByRole("button", { name: "追加する", exact: true }).click();
    await toast(`「${name}」を追加しました`).waitFor();
    await dialog().waitFor({ state: "detached" });
  };
  await tab("types");
  await add(`法人 ${stamp}`, `CORP-${stamp}`, `C1-${stamp}`);
  await add(`旅行会社 ${stamp}`, `AGT-${stamp}`);
  await button(`「旅行会社 ${stamp}」を上へ移す`).focus();
  await page.keyboard.press("Enter");
  const names = () => page.locator("tbody tr strong").allTextContents();
  const own = async () => (await names()).filter((name) => name.endsWith(stamp));
  await expect.poll(own).toEqual([`旅行会社 ${stamp}`, `法人 ${stamp}`]);
  await page.reload();
  await row(`法人 ${stamp}`).getByText(`Dynalution: C1-${stamp}`).waitFor();
  expect(await own()).toEqual([`旅行会社 ${stamp}`, `法人 ${stamp}`]);
  // The dialogs' own barriers: the walk sees pages at rest.
  await tab("keys");
  await button("キーを発行する").first().click();
  await dialog().waitFor();
  await expectNoBarrier(page);
});
