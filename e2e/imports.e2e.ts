import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { convertResortBookings } from "../apps/server/src/seed/resort/convert.ts";
import { openWindow, signIn } from "./browser.ts";

const SLICE = join(import.meta.dirname, "../apps/server/fixtures/resort/resort_hotel_bookings_slice.csv");
// Codes of our own, so that another test that takes the same file in is not in the way.
const RUN = `E${Date.now().toString(36)}`;

let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  ({ context, page } = await openWindow());
  await signIn(context, "hana_admin");
});

/** The committed slice of real bookings as the upload file: 400 rows, the last one with a negative price. */
async function resortCsv(prefix: string): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of convertResortBookings(createReadStream(SLICE))) pieces.push(piece);
  return pieces.join("").replaceAll(/\b([RS])-(\d{6})/g, `${prefix}$1-$2`);
}

const csv = (name: string, content: string | Buffer) => ({ name, mimeType: "text/csv", buffer: Buffer.from(content) });

async function chooseFacility(on: Page): Promise<void> {
  await on.getByRole("combobox", { name: "どの施設のデータですか" }).click();
  await on.getByRole("option", { name: /箱根/ }).click();
}

/** From the empty form until the file has been sent. */
async function send(on: Page, file: ReturnType<typeof csv>): Promise<void> {
  await on.goto("/customers/imports/new");
  await chooseFacility(on);
  await on.locator("input[type=file]").setInputFiles(file);
  await on.getByRole("button", { name: "ファイルを送る" }).click();
}

/** What the file would do is shown first. */
async function checkAndStart(on: Page): Promise<void> {
  await on.getByRole("button", { name: "ファイル全体を調べる" }).click();
  await on.getByText("ファイル全体を調べました").waitFor();
  await on.getByRole("button", { name: "取り込みを始める" }).click();
}

async function startAndWait(): Promise<void> {
  await checkAndStart(page);
  await page.waitForURL(/\/customers\/imports\/[0-9]+$/);
  await page.getByText("完了", { exact: true }).waitFor({ timeout: 60_000 });
}

/** The strip of figures: label → value. */
async function figures(): Promise<Record<string, string>> {
  const cells = await page.locator("main section dl > div").allInnerTexts();
  return Object.fromEntries(cells.map((cell) => cell.split(/\n+/)).map(([label = "", value = ""]) => [label, value]));
}

test("the resort file: 399 rows in, one refused with its reasons, to see and to download; its guests get their scores", async () => {
  const scored = async () =>
    (await (await context.request.get("/api/rfms")).json()).items[0].customers_scored as number;
  const before = await scored();
  await send(page, csv("resort.csv", await resortCsv(RUN)));
  await page.getByText("列の見出しから選びました").or(page.getByText("前回と同じ形のファイル")).waitFor();
  const facts = await page.locator("main dl").first().textContent();
  expect(facts).toContain("UTF-8");
  expect(facts).toContain("コンマ");
  const codes = page.getByRole("row", { name: /^予約番号/ }).first();
  await expect.poll(() => codes.textContent()).toContain(`${RUN}R-000001`);
  await expect.poll(() => page.getByRole("combobox", { name: "「氏名」の列を入れる項目" }).inputValue()).toBe("氏名");

  await startAndWait();
  await expect
    .poll(() => figures())
    .toMatchObject({
      取り込んだ件数: "399行",
      新規: "399行",
      更新: "0行",
      変更なし: "0行",
      取り込めなかった行: "1行",
    });
  const refused = page.getByRole("row", { name: /401行目/ });
  await expect.poll(() => refused.textContent()).toContain("はマイナスの値です。0以上で書いてください");
  await expect.poll(() => refused.textContent()).toContain(`${RUN}R-000400`);

  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: /をCSVに書き出す$/ }).click();
  await page.getByRole("menuitem", { name: /UTF-8/ }).click();
  const file = readFileSync(await (await waiting).path(), "utf8");
  const [header, row, end] = file.split("\r\n");
  expect(header).toMatch(/^\ufeff行番号,理由,予約番号,/);
  expect(row).toMatch(/^401,/);
  expect(row).toContain(`${RUN}R-000400`);
  expect(end).toBe("");

  await expect.poll(scored).toBeGreaterThan(before);
  await page.reload();
  await refused.waitFor();
  await page.getByRole("button", { name: "顧客一覧を見る" }).click();
  await page.waitForURL(/\/customers$/);
});

test("a broken connection: one piece is sent again by itself, then one goes on after a reload", async () => {
  const row = (n: number) => `${RUN}L-${n},2026-02-01,2026-02-02,試験 太郎,${"メモ".repeat(60)}\n`;
  const rows = Array.from({ length: 6_000 }, (_, n) => row(n)).join("");
  const file = csv("long.csv", `予約番号,チェックイン日,チェックアウト日,氏名,メモ\n${rows}`);
  expect(file.buffer.length).toBeGreaterThan(2 * 1_048_576);

  let broken = 0;
  await page.route("**/chunks/0*", async (route) => (broken++ === 0 ? route.abort() : route.continue()));
  await page.route("**/chunks/1*", (route) => route.abort());
  await send(page, file);
  await page.getByRole("alert").getByText("届いたところまでは残っています").waitFor();
  expect(broken).toBe(2);
  await page.unrouteAll();

  await page.reload();
  await page.getByText("送信が途中で止まっています").waitFor();
  await page.locator("input[type=file]").setInputFiles(csv("other.csv", "a,b\n"));
  await page.getByText("途中まで送ったファイルと違います").first().waitFor();
  const sent: string[] = [];
  page.on("request", (request) => {
    const piece = /chunks\/(\d+)/.exec(request.url())?.[1];
    if (piece) sent.push(piece);
  });
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("button", { name: "続きから送る" }).click();
  await page.getByRole("combobox", { name: "「氏名」の列を入れる項目" }).waitFor();
  expect(sent[0]).toBe("1");
  await page.getByRole("button", { name: "別のファイルを選ぶ" }).click();
  await page.waitForURL(/\/customers\/imports\/new$/);
  await page.goto("/customers/imports");
  await page
    .getByRole("row", { name: /long\.csv/ })
    .getByText("中止")
    .first()
    .waitFor();
});

test("at 390 px the whole way can be gone with a thumb, also where a required column has to be chosen", async () => {
  const phone = await context.newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  const fits = () => phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  const text = `予約番号,チェックイン日,チェックアウト日,ご予約者${RUN}\n${RUN}-P,2026-03-01,2026-03-02,試験 次郎\n${RUN}-Q,x,y,\n`;
  await send(phone, csv("phone.csv", text));
  const column = phone.getByRole("combobox", { name: `「ご予約者${RUN}」の列を入れる項目` });
  await column.waitFor();
  await expect.poll(() => fits()).toBe(true);
  await phone.getByRole("button", { name: "ファイル全体を調べる" }).click();
  await phone.getByRole("alert").getByText("氏名の列がありません").waitFor();
  await column.click();
  await phone.getByRole("option", { name: "氏名(必須)" }).click();
  await checkAndStart(phone);
  await phone.waitForURL(/\/customers\/imports\/[0-9]+$/);
  await phone.getByText("完了", { exact: true }).waitFor({ timeout: 60_000 });
  await phone.getByRole("list", { name: "取り込めなかった行" }).getByText("3行目").waitFor();
  await expect.poll(() => fits()).toBe(true);
  await phone.goto("/customers/imports");
  await phone
    .getByRole("link", { name: /phone\.csv/ })
    .first()
    .waitFor();
  await expect.poll(() => fits()).toBe(true);
  await phone.close();
});
