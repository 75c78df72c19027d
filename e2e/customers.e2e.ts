import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openWindow, signIn } from "./browser.ts";

type Customer = { id: number; name: string; name_kana: string | null; stay_count: number; use_price_total: number };
type List<Item> = { items: Item[]; total: number };

let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ context, page } = await openWindow());
  await signIn(context, "hana_admin");
});

async function get<T>(path: string): Promise<T> {
  const answer = await context.request.get(path);
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()}`);
  return (await answer.json()) as T;
}

const people = (n: number) => `${n.toLocaleString("ja-JP")}人`;
const count = (on: Page) => on.locator("header h1 + span").textContent();

/** The person with most stays: has reservations, stays and scores. */
async function regular(): Promise<Customer> {
  const [first] = (await get<List<Customer>>("/api/customers?sort=-stay_count&size=20")).items;
  if (!first) throw new Error("the demo has no customers");
  return first;
}

/** Puts "from" into the 宿泊回数 condition. */
async function atLeastStays(n: number): Promise<void> {
  await page.getByRole("button", { name: /^宿泊回数/ }).click();
  await page.getByLabel("以上").fill(String(n));
  await page.getByRole("button", { name: "適用する" }).click();
  await page.waitForURL(/stay_count_min=/);
}

// Tabs, columns, nobody found and ids that are none: apps/web/src/sections/customers/customers.test.tsx.
test("search, conditions, order and rows per page live in the URL and survive a reload", async () => {
  const known = await regular();
  await page.goto("/customers");
  await page.getByRole("searchbox", { name: /で絞り込む$/ }).fill(known.name_kana ?? known.name);
  await page.getByRole("button", { name: "絞り込む", exact: true }).click();
  await page.waitForURL(/[?&]q=/);
  await page.getByRole("link", { name: known.name }).first().waitFor();

  await atLeastStays(2);
  await page.getByRole("button", { name: "累計利用額" }).click();
  await page.waitForURL(/sort=-use_price_total/);
  await page.getByLabel("1ページの件数").selectOption("20");
  await page.waitForURL(/size=20/);

  await page.reload();
  await page.getByRole("link", { name: known.name }).first().waitFor();
  await expect
    .poll(() => page.getByRole("searchbox", { name: /で絞り込む$/ }).inputValue())
    .toBe(known.name_kana ?? known.name);
  await expect.poll(() => page.getByRole("button", { name: "宿泊回数:2回以上" }).count()).toBe(1);
  await expect.poll(() => page.getByLabel("1ページの件数").inputValue()).toBe("20");
  const asked = new URL(page.url()).search;
  const answer = await get<List<Customer>>(`/api/customers${asked}`);
  await expect.poll(() => count(page)).toBe(people(answer.total));
  expect(answer.items.map((one) => one.use_price_total)).toEqual(
    answer.items.map((one) => one.use_price_total).toSorted((a, b) => b - a),
  );
  await expect
    .poll(() => page.locator("tbody tr td:first-child strong").allTextContents())
    .toEqual(answer.items.map((one) => one.name));

  await page.getByRole("button", { name: "「宿泊回数」の条件を外す" }).click();
  await page.waitForURL((url) => !url.searchParams.has("stay_count_min"));
  await page.goBack();
  await page.waitForURL(/stay_count_min=2/);
});

test("a row opens the customer by keyboard; figures and histories are those of the calls, each at its own address", async () => {
  const known = await regular();
  await page.goto("/customers?sort=-stay_count");
  const link = page.getByRole("link", { name: known.name }).first();
  await link.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/customers\/[0-9]+$/);
  await page.getByRole("heading", { level: 1, name: known.name }).waitFor();
  const summary = await page.locator("main dl").first().textContent();
  expect(summary).toContain(`${known.stay_count}回`);
  expect(summary).toContain(`¥${known.use_price_total.toLocaleString("ja-JP")}`);
  await expect
    .poll(() => page.getByRole("heading", { level: 2 }).allTextContents())
    .toEqual(expect.arrayContaining(["基本情報", "RFM", "ポイント", "配信の同意"]));

  const { id } = known;
  const views = [
    ["予約", `/customers/${id}?tab=reservations`, "reservations"],
    ["宿泊", `/customers/${id}?tab=stays`, "stays"],
    ["メッセージ", `/customers/${id}?tab=messages`, "messages"],
    ["キャンペーン", `/customers/${id}?tab=campaigns`, "campaigns"],
    ["ポイント付与", `/customers/${id}/grant-points`, "grant-points"],
    ["ポイント利用", `/customers/${id}/use-points`, "use-points"],
    ["クーポン獲得", `/customers/${id}/acquire-coupons`, "acquire-coupons"],
    ["クーポン利用", `/customers/${id}/use-coupons`, "use-coupons"],
  ] as const;
  for (const [tab, path, call] of views) {
    const { items } = await get<List<unknown>>(`/api/customers/${id}/${call}`);
    await page.getByRole("tab", { name: new RegExp(`^${tab}`) }).click();
    await page.waitForURL((url) => `${url.pathname}${url.search}` === path);
    await page.reload();
    const selected = page.getByRole("tab", { name: new RegExp(`^${tab}`), selected: true });
    await selected.waitFor();
    const shown = page.getByRole("tabpanel");
    if (items.length === 0) await shown.getByText(/まだ/).waitFor();
    else await expect.poll(() => shown.locator("tbody tr[data-link]").count()).toBe(items.length);
  }
});
