import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openWindow, signIn } from "./browser.ts";

type Overview = {
  from: string;
  to: string;
  campaigns: { id: number; name: string; recipients: number; mails_sent: number; use_price: number }[];
  points: { month: string; granted: number; used: number; expired: number; outstanding: number }[];
  stays: { month: string; stays: number; use_price: number }[];
};
type Rank = {
  details: { id: number; name: string; count: number }[];
  customers_without_rank: number;
};

const number = (n: number) => n.toLocaleString("ja-JP");
const monthName = (month: string) => month.replace(/^(\d+)-(\d+)$/, "$1年$2月");
const dayName = (day: string) => day.replace(/^(\d+)-(\d+)-(\d+)$/, "$1年$2月$3日");

let context: BrowserContext;
let page: Page;

const call = async <T>(path: string) => (await (await context.request.get(path)).json()) as T;

/** The rows of the table a chart turns into, as they are read. */
async function chartTable(name: string): Promise<(string | null)[][]> {
  const chart = page.getByRole("figure", { name });
  await chart.getByText("表で見る").click();
  const rows = await chart.getByRole("row").all();
  return Promise.all(rows.slice(1).map(async (row) => row.locator("th, td").allTextContents()));
}

beforeAll(async () => {
  ({ context, page } = await openWindow());
  await signIn(context, "hana_admin");
});

describe("/reports", () => {
  it("shows the call's figures by month, as chart, as table and as a file in the encoding one chooses", async () => {
    const overview = await call<Overview>("/api/reports");
    await page.goto("/reports");
    await page.getByText(`${dayName(overview.from)}から${dayName(overview.to)}まで`).waitFor();
    await page.getByRole("figure", { name: "付与・利用・失効" }).locator("svg").first().waitFor();
    await expect
      .poll(() => chartTable("付与・利用・失効"))
      .toEqual(
        overview.points.map((one) => [
          monthName(one.month),
          ...[one.granted, one.used, one.expired, one.outstanding].map((n) => `${number(n)}ポイント`),
        ]),
      );
    await expect
      .poll(() => chartTable("宿泊件数"))
      .toEqual(
        overview.stays.map((one) => [monthName(one.month), `${number(one.stays)}件`, `¥${number(one.use_price)}`]),
      );
    await page.getByRole("button", { name: "「ポイントの動き」をCSVに書き出す" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "UTF-8(一般的なアプリ)" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`ポイント_${overview.from}_${overview.to}.csv`);
    const text = await readFile(await download.path(), "utf8");
    expect(text).toBe(
      `\u{feff}${[
        "月,付与,利用,失効,残高",
        ...overview.points.map((one) =>
          [`${one.month.replace("-", "年")}月`, one.granted, one.used, one.expired, one.outstanding].join(","),
        ),
      ].join("\r\n")}\r\n`,
    );
  });

  it("lists the campaigns of the period, sorts them by the URL, opens one, and keeps the period in the URL", async () => {
    const { campaigns } = await call<Overview>("/api/reports");
    await page.goto("/reports?sort=-recipients");
    const table = page.getByRole("table", { name: "キャンペーンの結果" });
    await table.getByRole("link").first().waitFor();
    const recipients = (await table.locator("tbody tr td:nth-child(4)").allTextContents()).map((text) =>
      Number(text.replaceAll(/[^0-9]/g, "")),
    );
    expect(recipients).toEqual(campaigns.map((one) => one.recipients).sort((a, b) => b - a));
    await table.getByRole("button", { name: "キャンペーン" }).click();
    await page.waitForURL(/sort=name/);
    const first = table.getByRole("link").first();
    const name = await first.textContent();
    await first.click();
    await page.waitForURL(new RegExp(`/campaigns/${campaigns.find((one) => one.name === name)?.id}$`));
    await page.goto("/reports");
    await page.getByText("今月", { exact: true }).click();
    await page.waitForURL(/preset=month/);
    await page.getByRole("button", { name: "期間を指定" }).click();
    await page.getByLabel("から", { exact: true }).fill("2026-01-01");
    await page.getByLabel("まで", { exact: true }).fill("2026-03-31");
    await page.getByRole("button", { name: "適用する" }).click();
    await page.waitForURL(/from=2026-01-01/);
    await page.reload();
    await page.getByText("2026年01月01日から2026年03月31日まで").waitFor();
  });
});

describe("/ranks", () => {
  it("shows how many hold each rank, and opens them", async () => {
    const { items } = await call<{ items: Rank[] }>("/api/ranks");
    await page.goto("/ranks");
    const [rank] = items;
    if (rank === undefined) {
      await page.getByText("ランクの設定がまだありません").waitFor();
      return;
    }
    await page.getByText(/過去\d+か月の.+で決まり、\d+か月有効/).waitFor();
    const bars = page.getByRole("list", { name: "ランクごとの人数" }).getByRole("listitem");
    const whole = rank.details.reduce((sum, one) => sum + one.count, rank.customers_without_rank);
    for (const [index, detail] of rank.details.entries()) {
      const words = await bars.nth(index).textContent();
      expect(words).toContain(detail.name);
      expect(words).toContain(`${number(detail.count)}人${((detail.count / (whole || 1)) * 100).toFixed(1)}%`);
    }
    const held = rank.details.find((one) => one.count > 0);
    if (held === undefined) return;
    await bars.filter({ hasText: held.name }).getByRole("link").click();
    await page.waitForURL(new RegExp(`/customers\\?.*rank_detail_id=${held.id}`));
    const found = await call<{ total: number }>(`/api/customers?rank_detail_id=${held.id}`);
    expect(found.total).toBe(held.count);
  });
});
