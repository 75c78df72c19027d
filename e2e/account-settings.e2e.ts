import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNoBarrier } from "./accessibility.ts";
import { openBrowser, openWindow, signIn } from "./browser.ts";
import { partsOf } from "./page-parts.ts";

type Account = { id: number; name: string; parent_id: number | null; company_id: number; company_name: string };
type Json = Record<string, unknown>;

const stamp = Date.now().toString(36).slice(-5).toUpperCase();

let browser: Browser;
let context: BrowserContext;
let page: Page;
/** hana_admin's programme and a facility beneath it. */
let hq: Account;
let facility: Account;
let senderBefore: Json;
const { button, field, toast } = partsOf(() => page);

async function accountsOf(window: BrowserContext): Promise<Account[]> {
  return ((await (await window.request.get("/api/accounts/picker")).json()) as { items: Account[] }).items;
}
async function ask<T = Json>(path: string, on = context): Promise<T> {
  return (await (await on.request.get(`/api${path}`)).json()) as T;
}
async function write(method: "post" | "put" | "delete", path: string, data: Json = {}, on = context) {
  const answer = await on.request[method](`/api${path}`, { data });
  return { status: answer.status(), body: (await answer.json()) as Json };
}
const open = (path: string, on = page) => on.goto(path);
const tab = async (name: string, account = hq, on = page) => {
  await open(`/accounts/${account.id}/${name}`, on);
  await on.getByRole("tab", { selected: true }).waitFor();
};
const dialog = (name?: string | RegExp) => page.getByRole("dialog", name === undefined ? {} : { name });
const row = (text: string) => page.getByRole("row").filter({ hasText: text });
const dirtyBar = () => page.getByRole("region", { name: "未保存の変更" });
const save = async (text: string) => {
  await button("保存する").click();
  await toast(text).waitFor();
  await dirtyBar().waitFor({ state: "detached" });
};
const summary = (on = page) => on.getByRole("alert").filter({ hasText: "次の項目を確認してください" });

beforeAll(async () => {
  browser = await openBrowser();
  ({ context, page } = await openWindow(browser));
  await signIn(context, "hana_admin");
  const accounts = await accountsOf(context);
  const [first] = accounts.filter((one) => one.parent_id === null);
  const [beneath] = accounts.filter((one) => one.parent_id === first?.id);
  if (first === undefined || beneath === undefined) throw new Error("the demo has no headquarters with a facility");
  hq = first;
  facility = beneath;
  senderBefore = await ask(`/accounts/${hq.id}/sender`);
});
afterAll(async () => {
  // Other files see the product as they would without this one.
  const { owner: _owner, version: _version, ...values } = senderBefore;
  const { version } = await ask<{ version: number }>(`/accounts/${hq.id}/sender`);
  await write("put", `/accounts/${hq.id}/sender`, { ...values, version });
  for (const list of ["customer-types", "booking-channels"]) {
    const { items } = await ask<{ items: (Json & { id: number; code: string })[] }>(`/accounts/${hq.id}/${list}`);
    for (const { used_by: _used, ...item } of items.filter((one) => one.code.endsWith(stamp)))
      await write("put", `/accounts/${hq.id}/${list}/${item.id}`, { ...item, active_status: "inactive" });
  }
  await browser.close();
});

describe("types and channels", () => {
  const add = async (name: string, code: string) => {
    await button("顧客種別を追加する").first().click();
    await field("名称").fill(name);
    await field("コード").fill(code);
    await dialog().getByRole("button", { name: "追加する", exact: true }).click();
    await toast(`「${name}」を追加しました`).waitFor();
    await dialog().waitFor({ state: "detached" });
  };

  it("names what is missing or taken beside its field, saves, and shows it again after a reload", async () => {
    await tab("types");
    await button("顧客種別を追加する").first().click();
    await button("外部コードを追加する").click();
    await dialog().getByRole("button", { name: "追加する", exact: true }).click();
    await summary(page).getByRole("link", { name: "名称: 入力してください" }).waitFor();
    await expect.poll(() => field("名称").getAttribute("aria-invalid")).toBe("true");
    await field("名称").fill(`法人 ${stamp}`);
    await field("コード").fill(`CORP-${stamp}`);
    await field("1件目の外部コード").fill(`C1-${stamp}`);
    await expectNoBarrier(page);
    await dialog().getByRole("button", { name: "追加する", exact: true }).click();
    await toast(`「法人 ${stamp}」を追加しました`).waitFor();
    await page.reload();
    await row(`法人 ${stamp}`).getByText(`Dynalution: C1-${stamp}`).waitFor();
    // The server's words for a code that exists already come to the same place.
    await button("顧客種別を追加する").first().click();
    await field("名称").fill("別の種別");
    await field("コード").fill(`CORP-${stamp}`);
    await dialog().getByRole("button", { name: "追加する", exact: true }).click();
    await summary().getByRole("link", { name: "コード: すでに使われています。別のものにしてください" }).click();
    await expect.poll(() => field("コード").evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await dialog("入力した内容を捨てますか").getByRole("button", { name: "捨てて閉じる" }).click();
    await dialog().first().waitFor({ state: "detached" });
  });

  it("moves by keyboard, keeps the order, and takes types out of use and back", async () => {
    await tab("types");
    await row(`法人 ${stamp}`).waitFor();
    await add(`旅行会社 ${stamp}`, `AGT-${stamp}`);
    await button(`「旅行会社 ${stamp}」を上へ移す`).focus();
    await page.keyboard.press("Enter");
    const names = () => page.locator("tbody tr strong").allTextContents();
    const own = async () => (await names()).filter((name) => name.endsWith(stamp));
    await expect.poll(own).toEqual([`旅行会社 ${stamp}`, `法人 ${stamp}`]);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toContain(`「旅行会社 ${stamp}」を`);
    await page.reload();
    await row(`法人 ${stamp}`).waitFor();
    await expect.poll(() => own()).toEqual([`旅行会社 ${stamp}`, `法人 ${stamp}`]);

    await button(`「法人 ${stamp}」を無効にする`).click();
    const asked = dialog(`「法人 ${stamp}」を無効にしますか`);
    await asked.getByText("0人のお客様").waitFor();
    await asked.getByRole("button", { name: "無効にする" }).click();
    await row(`法人 ${stamp}`).getByText("無効", { exact: true }).waitFor();
    await button(`「法人 ${stamp}」を有効に戻す`).click();
    await row(`法人 ${stamp}`).getByText("有効", { exact: true }).waitFor();
  });

  it("keeps what was typed when somebody else saved first, and names what both changed", async () => {
    await tab("types");
    await button(`「法人 ${stamp}」を編集する`).click();
    await field("名称").fill(`法人契約 ${stamp}`);
    const path = `/accounts/${hq.id}/customer-types`;
    const { items } = await ask<{ items: (Json & { id: number; code: string })[] }>(path);
    const { used_by: _used, ...mine }: Json = items.find((one) => one.code === `CORP-${stamp}`) ?? {};
    expect((await write("put", `${path}/${mine.id}`, { ...mine, name: "他の人", code: `CO-${stamp}` })).status).toBe(
      200,
    );
    await dialog().getByRole("button", { name: "保存する" }).click();
    await page.getByText("ほかの人が先に変更しました").waitFor();
    await button("最新の内容を読み込む").click();
    await page.getByText("ほかの人も次の項目を変更していました").filter({ hasText: "名称" }).waitFor();
    await expect.poll(() => field("名称").inputValue()).toBe(`法人契約 ${stamp}`);
    await expect.poll(() => field("コード").inputValue()).toBe(`CO-${stamp}`);
    await dialog().getByRole("button", { name: "保存する" }).click();
    await toast(`「法人契約 ${stamp}」を保存しました`).waitFor();
    await row(`法人契約 ${stamp}`).getByText(`CO-${stamp}`).waitFor();
  });

  it("channels also know the mail domains of booking sites", async () => {
    await tab("channels");
    await button("予約経路を追加する").first().click();
    await field("名称").fill(`旅の窓口 ${stamp}`);
    await field("コード").fill(`OTA-${stamp}`);
    const domains = page.getByLabel("予約サイトのメールドメイン", { exact: true });
    await domains.fill("guest.example.com\nno domain");
    const submit = dialog().getByRole("button", { name: "追加する", exact: true });
    await submit.click();
    await dialog().getByText("「no domain」をドメインの形で入力してください").first().waitFor();
    await summary()
      .getByRole("link", { name: /^予約サイトのメールドメイン: / })
      .click();
    await expect.poll(() => domains.evaluate((node) => node === document.activeElement)).toBe(true);
    await domains.fill("someone@Guest.example.com\nmask.example.net");
    await expectNoBarrier(page);
    await submit.click();
    await toast(`「旅の窓口 ${stamp}」を追加しました`).waitFor();
    await page.reload();
    await row(`旅の窓口 ${stamp}`).getByText("guest.example.com mask.example.net").waitFor();
  });
});

describe("sender", () => {
  it("saves every kind of field and shows it again", async () => {
    await tab("sender");
    await field("差出人名").fill(`花の湯 ${stamp}`);
    await page.getByLabel("差出人アドレス").fill(`info@${stamp.toLowerCase()}.example.jp`);
    await page.getByText(`「${stamp.toLowerCase()}.example.jp」のDNSに`).waitFor();
    await page.getByRole("switch", { name: "上限を設ける" }).check({ force: true });
    await page.getByLabel("お一人への上限").fill("4");
    await page.getByLabel("数える期間").fill("45");
    await dirtyBar().getByText("差出人名、差出人アドレス、お一人への上限").waitFor();
    await save("メール送信の設定を保存しました");
    await page.reload();
    await expect.poll(() => field("差出人名").inputValue()).toBe(`花の湯 ${stamp}`);
    await expect.poll(() => page.getByLabel("お一人への上限").inputValue()).toBe("4");
    await expect.poll(() => page.getByLabel("数える期間").inputValue()).toBe("45");
  });

  it("says beside the field and above the form what is wrong, and warns without the law's lines", async () => {
    await tab("sender");
    await page.getByLabel("差出人アドレス").fill("info@");
    await page.getByRole("switch", { name: "上限を設ける" }).check({ force: true });
    await page.getByLabel("数える期間").fill("400");
    await field("送信者の名称").fill("");
    await page.getByText("送信者の名称と住所がそろうまで").waitFor();
    await button("保存する").click();
    await summary()
      .getByRole("link", { name: /^差出人アドレス: / })
      .waitFor();
    await summary().getByRole("link", { name: "数える期間: 365以下で入力してください" }).click();
    await expect
      .poll(() => page.getByLabel("数える期間").evaluate((node) => node === document.activeElement))
      .toBe(true);
    await page.getByLabel("数える期間").fill("");
    await button("保存する").click();
    await summary().getByRole("link", { name: "数える期間: 入力してください" }).waitFor();
    await page.getByRole("tab", { name: "LINE" }).click();
    await dialog("保存していない変更があります").getByRole("button", { name: "変更を捨てて移動する" }).click();
    await page.getByRole("heading", { name: "LINE公式アカウント" }).waitFor();
  });
});

describe("LINE", () => {
  it("takes secrets once, never shows them, replaces and removes them, and takes the channel back", async () => {
    const secret = `secret-${stamp}-canary`;
    const channelId = String(Date.now());
    await tab("line");
    await page.getByRole("heading", { name: "LINE公式アカウント" }).waitFor();
    await field("表示名").fill(`公式 ${stamp}`);
    await field("チャネルID").fill("12ab");
    await button("保存する").click();
    await summary().getByRole("link", { name: "チャネルシークレット: 入力してください" }).waitFor();
    await summary().getByRole("link", { name: "チャネルID: 5桁から20桁の数字で入力してください" }).waitFor();
    const fill = async () => {
      await field("表示名").fill(`公式 ${stamp}`);
      await field("チャネルID").fill(channelId);
      await page.locator('input[type="password"]').nth(0).fill(secret);
      await page.locator('input[type="password"]').nth(1).fill(`${secret}-token`);
      await save("LINEの設定を保存しました");
    };
    await fill();
    await page.reload();
    await button("チャネルシークレットを置き換える").waitFor();
    expect(await page.locator('input[type="password"]').count()).toBe(0);
    expect(await page.content()).not.toContain(secret);
    expect(JSON.stringify(await ask(`/accounts/${hq.id}/line`))).not.toContain("canary");
    await expectNoBarrier(page);
    await button("チャネルシークレットを置き換える").click();
    await page.locator('input[type="password"]').fill("another-secret");
    await dirtyBar().getByText("チャネルシークレット").waitFor();
    await save("LINEの設定を保存しました");
    await button("チャネルシークレットを置き換える").waitFor();
    await button("LINEチャネルを外す").click();
    await dialog(`「公式 ${stamp}」を外しますか`).getByRole("button", { name: "LINEチャネルを外す" }).click();
    await page.getByText("未登録").waitFor();
    // The same channel may come back later.
    await fill();
    await write("delete", `/accounts/${hq.id}/line`);
  });
});

describe("registration card", () => {
  it("has extra fields in both languages whose code follows the English label", async () => {
    const before = await ask<{ extra_fields: unknown[] } & Json>(`/accounts/${hq.id}/registration-card`);
    await tab("card");
    await button("項目を追加する").click();
    const last = page.getByRole("list", { name: "追加の項目" }).getByRole("listitem").last();
    await page.keyboard.type(`アレルギー ${stamp}`);
    await last.getByLabel("項目名(英語)").fill(`Allergy ${stamp}`);
    await expect.poll(() => last.getByLabel("項目コード").inputValue()).toBe(`allergy_${stamp.toLowerCase()}`);
    await last.getByLabel("項目コード").fill("9");
    await button("保存する").click();
    await summary()
      .getByRole("link", { name: /目 項目コード: 英小文字で始め/ })
      .waitFor();
    await last.getByLabel("項目コード").fill(`a_${stamp.toLowerCase()}`);
    await last.getByLabel("番目の項目を必須にする").check();
    await page.getByRole("radio", { name: /住宅宿泊事業法/ }).check();
    await save("宿泊者名簿の設定を保存しました");
    await page.reload();
    await expect.poll(() => last.getByLabel("項目名(日本語)").inputValue()).toBe(`アレルギー ${stamp}`);
    await expect.poll(() => last.getByLabel("番目の項目を必須にする").isChecked()).toBe(true);
    await expect.poll(() => page.getByRole("radio", { name: /住宅宿泊事業法/ }).isChecked()).toBe(true);
    await expectNoBarrier(page);
    const { version } = await ask<{ version: number }>(`/accounts/${hq.id}/registration-card`);
    expect((await write("put", `/accounts/${hq.id}/registration-card`, { ...before, version })).status).toBe(200);
  });
});

describe("keys", () => {
  it("shows a key once, lists only its beginning, and revokes it after asking", async () => {
    await tab("keys");
    await button("キーを発行する").first().click();
    await button("発行する").click();
    await summary().getByRole("link", { name: "名称: 入力してください" }).waitFor();
    await field("名称").fill(`PMS ${stamp}`);
    await page.getByLabel("有効期限(最後の日)", { exact: true }).fill("2020-01-01");
    await button("発行する").click();
    await summary()
      .getByRole("link", { name: /^有効期限: 今日以降/ })
      .waitFor();
    await page.getByLabel("有効期限(最後の日)", { exact: true }).fill("2099-03-31");
    await expectNoBarrier(page);
    await button("発行する").click();
    const made = dialog("キーを発行しました");
    const key = (await made.getByText(/^okf_/).textContent()) ?? "";
    expect(key).toMatch(/^okf_[A-Za-z0-9_-]{43}$/);
    await page.keyboard.press("Escape");
    await made.getByText("控えたことを確かめてから閉じてください").waitFor();
    await made.getByLabel("キーを控えました").check();
    await made.getByRole("button", { name: "閉じる", exact: true }).last().click();
    await made.waitFor({ state: "detached" });
    await row(`PMS ${stamp}`).getByText("2099年03月31日まで").waitFor();
    await row(`PMS ${stamp}`)
      .getByText(`${key.slice(0, 10)}…`)
      .waitFor();
    expect(await page.content()).not.toContain(key);
    await page.reload();
    await row(`PMS ${stamp}`).waitFor();
    expect(await page.content()).not.toContain(key);
    await button(`「PMS ${stamp}」を取り消す`).click();
    const asked = dialog(`「PMS ${stamp}」を取り消しますか`);
    await asked.getByText("まだ一度も使われていません").waitFor();
    await asked.getByRole("button", { name: "キーを取り消す" }).click();
    await row(`PMS ${stamp}`).getByText("取り消し済み").waitFor();
    await expect.poll(() => button(`「PMS ${stamp}」を取り消す`).count()).toBe(0);
  });
});

describe("a facility beneath a headquarters", () => {
  it.each(["types", "channels", "sender", "line"])(
    "shows the shared %s to read, with the way to change them",
    async (name) => {
      await tab(name, facility);
      await page.getByText(`この設定は「${hq.name}」とその施設で共通です`).waitFor();
      const panel = page.getByRole("tabpanel");
      expect(await panel.locator("input, textarea, select").count()).toBe(0);
      expect(await panel.getByRole("button").count()).toBe(0);
      await page.getByRole("link", { name: `「${hq.name}」の設定で変更する` }).click();
      await page.waitForURL(new RegExp(`/accounts/${hq.id}/${name}$`));
      await panel.locator("input, textarea").or(panel.getByRole("button")).first().waitFor();
    },
  );
});

describe("who may change", () => {
  it("a clerk of a facility finds the settings to read only, and whom to ask", async () => {
    const clerk = await openWindow(browser);
    await signIn(clerk.context, "hana_front");
    const [own] = await accountsOf(clerk.context);
    if (own === undefined) throw new Error("hana_front works nowhere");
    await tab("sender", own, clerk.page);
    await clerk.page.getByText(`変更は「${hq.name}」の管理者にご依頼ください`).waitFor();
    for (const name of ["宿泊者名簿", "連携キー"])
      expect(await clerk.page.getByRole("tab", { name }).count(), name).toBe(0);
    const refused = await write(
      "post",
      `/accounts/${own.id}/keys`,
      { kind: "feed", name: "x", feed_channel: null, expires_on: null },
      clerk.context,
    );
    expect(refused.status).toBe(403);
    await clerk.context.close();
  });
});
