import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openWindow, signIn } from "./browser.ts";
import { inProduct } from "./product-data.ts";

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

/** Above so many points a grant by hand needs a second person; null: never. */
const setApprovalAbove = (points: number | null) =>
  inProduct(async (app, tx) => {
    const { id } = await tx.one<{ id: number }>`select id from accounts where code = 'HANA'`;
    await app.database.inScope(
      { accountIds: [id] },
      (own) => own.run`insert into account_settings (account_id, point_approval_above) values (${id}, ${points})
        on conflict (account_id) do update set point_approval_above = ${points}`,
    );
  });

test("a second person approves one request for points and rejects another with a reason", async () => {
  const { id, name } = await regular();
  await setApprovalAbove(1_000);
  const requester = await openWindow();
  await signIn(requester.context, "hana_marketing");
  for (const [grant_point, remarks] of [
    [1_001, "お詫び"],
    [1_002, "ご紹介のお礼"],
  ]) {
    const made = await requester.context.request.post(`/api/customers/${id}/grant-points`, {
      data: { grant_point, remarks },
    });
    expect(await made.json()).toMatchObject({ grant_point_id: null, point_grant_request_id: expect.any(Number) });
  }
  await setApprovalAbove(null);
  await page.goto("/customers");
  await page.getByRole("button", { name: /^ポイントの承認待ち/ }).click();
  await page.waitForURL(/\/customers\/point-requests/);
  const dialog = page.getByRole("dialog");

  await page.getByRole("button", { name: `${name}様への1,001ポイントの付与を承認する` }).click();
  for (const words of [`${name} 様`, "1,001ポイント", "お詫び", "小川 真由"])
    await dialog.getByText(words, { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "承認する" }).click();
  await page.getByText("承認し、ポイントを付与しました").waitFor();

  await page.getByRole("button", { name: `${name}様への1,002ポイントの付与を却下する` }).click();
  await dialog.getByLabel("理由・備考").fill("金額をご確認ください");
  await dialog.getByRole("button", { name: "確認する" }).click();
  await dialog.getByText(`${name}様への1,002ポイントの付与を却下します`).waitFor();
  await dialog.getByRole("button", { name: "却下する" }).click();
  await page.getByText("申請を却下しました").waitFor();

  const state = (points: string) => page.getByRole("row").filter({ hasText: points });
  await state("1,001").getByText("承認済み").waitFor();
  await state("1,002").getByText("金額をご確認ください").waitFor();
  const { items } = await get<List<{ grant_point: number }>>(`/api/customers/${id}/grant-points?size=20`);
  expect(items.map(({ grant_point }) => grant_point)).toContain(1_001);
  expect(items.map(({ grant_point }) => grant_point)).not.toContain(1_002);
});
