import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openWindow, signIn } from "./browser.ts";

/** As the chart's table has them, and as the file has them. */
const SHOWN = [
  "granted",
  "used",
  "expired",
  "reversed",
  "deducted",
  "debt_incurred",
  "debt_paid",
  "outstanding",
] as const;
const WRITTEN = [
  "granted",
  "reversed",
  "deducted",
  "used",
  "expired",
  "debt_incurred",
  "debt_paid",
  "outstanding",
] as const;
type Flow = (typeof SHOWN)[number];
type Overview = {
  from: string;
  to: string;
  points: ({ month: string } & Record<Flow, number>)[];
  stays: { month: string; stays: number; use_price: number }[];
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
        overview.points.map((one) => [monthName(one.month), ...SHOWN.map((flow) => `${number(one[flow])}ポイント`)]),
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
        "月,付与,取消,減算,利用,失効,不足分の発生,不足分の清算,残高",
        ...overview.points.map((one) =>
          [`${one.month.replace("-", "年")}月`, ...WRITTEN.map((flow) => one[flow])].join(","),
        ),
      ].join("\r\n")}\r\n`,
    );
  });
});
