import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, openWindow, signIn } from "./browser.ts";

type Account = { id: number; code: string; company_id: number };
type Window = { context: BrowserContext; page: Page };

let browser: Browser;
let context: BrowserContext;
let page: Page;

const menu = (on: Page) => on.getByRole("navigation", { name: "メインメニュー" });
const table = (name: string, on = page) => on.getByRole("table", { name });
const accountsOf = async (on: BrowserContext) =>
  ((await (await on.request.get("/api/accounts?sort=hierarchy")).json()) as { items: Account[] }).items;
/** The headquarters of the demo's chain. */
async function hana(): Promise<Account> {
  const found = (await accountsOf(context)).find((one) => one.code === "HANA");
  if (found === undefined) throw new Error("the demo has no HANA");
  return found;
}
async function windowAs(loginId: string): Promise<Window> {
  const window = await openWindow(browser);
  await signIn(window.context, loginId);
  return window;
}

beforeAll(async () => {
  browser = await openBrowser();
  ({ context, page } = await windowAs("vc_admin"));
});
afterAll(() => browser?.close());

describe("what each role is offered", () => {
  it("gives the provider's administrator the group beneath the six entries, and no change of the own account", async () => {
    await page.goto("/accounts");
    await menu(page).getByRole("link", { name: "レポート管理" }).waitFor();
    const words = await menu(page).getByRole("listitem").allTextContents();
    expect(words.slice(0, 6)).toEqual([
      "ユーザー管理",
      "ランク管理",
      "RFM管理",
      "顧客管理",
      "キャンペーン管理",
      "レポート管理",
    ]);
    expect(words.slice(6, 8)).toEqual(["アカウント管理", "クライアント管理"]);
    const own = table("アカウント管理").getByRole("row").filter({ hasText: "OKAERI" });
    const edit = own.getByRole("button", { name: "「おかえりサービス」を編集する" });
    await expect.poll(() => edit.getAttribute("aria-disabled")).toBe("true");
    await edit.focus();
    await page.getByRole("tooltip").getByText("ご自身が所属するアカウントは変更できません").waitFor();
  });

  it("lets the provider's staff read accounts and says why nothing more", async () => {
    const staff = await windowAs("vc_support");
    await staff.page.goto("/accounts");
    const create = staff.page.getByRole("button", { name: "アカウントを登録する" });
    await expect.poll(() => create.getAttribute("aria-disabled")).toBe("true");
    await create.focus();
    await staff.page.getByRole("tooltip").getByText("この操作をする権限がありません").waitFor();
    const { id } = await hana();
    await staff.page.goto(`/accounts/${id}`);
    for (const name of ["無効にする", "施設を追加する", "編集する"]) {
      const act = staff.page.getByRole("button", { name });
      await expect.poll(() => act.getAttribute("aria-disabled"), { message: name }).toBe("true");
      await act.dispatchEvent("click");
    }
    expect(await staff.page.getByRole("dialog").count()).toBe(0);
    await staff.page.getByRole("tab", { name: "請求先" }).click();
    await staff.page.getByText("割引額", { exact: true }).waitFor();
    expect(await staff.page.getByRole("textbox", { name: "割引額" }).count()).toBe(0);
    const refused: [string, string][] = [
      ["/clients/new", "お探しのページが見つかりませんでした"],
      ["/accounts/new", "不正リクエストです"],
      [`/accounts/${id}/edit`, "不正リクエストです"],
      ["/clients/2/edit", "不正リクエストです"],
    ];
    for (const [path, message] of refused) {
      await staff.page.goto(path);
      await staff.page.getByText(message).waitFor();
    }
    await staff.context.close();
  });

  it("gives a client's administrator the settings of the own facilities and no more", async () => {
    const admin = await windowAs("hana_admin");
    await admin.page.goto("/");
    await expect.poll(() => menu(admin.page).getByRole("listitem").count()).toBe(6);
    await admin.page.getByRole("link", { name: "施設の情報と設定" }).click();
    await table("アカウント管理", admin.page).getByRole("link", { name: "花の湯グループ 本部" }).waitFor();
    expect(await admin.page.getByRole("button", { name: "アカウントを登録する" }).count()).toBe(0);
    await table("アカウント管理", admin.page).getByRole("link", { name: "花の湯グループ 本部" }).click();
    await admin.page.getByRole("tab", { name: "オプション" }).waitFor();
    expect(await admin.page.getByRole("tab", { name: "請求先" }).count()).toBe(0);
    expect(await admin.page.getByRole("button", { name: "無効にする" }).count()).toBe(0);
    await admin.page.getByRole("button", { name: "編集する" }).click();
    await admin.page.getByText("コード・上位アカウント・契約は、サービス提供会社が管理しています").waitFor();
    expect(await admin.page.getByRole("textbox", { name: "コード", exact: true }).count()).toBe(0);
    const name = admin.page.getByRole("textbox", { name: "名前", exact: true });
    const before = await name.inputValue();
    await name.fill(`${before}✓`);
    await admin.page.getByRole("button", { name: "保存する" }).click();
    await admin.page.getByRole("heading", { name: `${before}✓` }).waitFor();
    await admin.page.getByRole("button", { name: "編集する" }).click();
    await name.fill(before);
    await admin.page.getByRole("button", { name: "保存する" }).click();
    await admin.page.getByRole("heading", { name: before, exact: true }).waitFor();
    await admin.page.getByRole("tab", { name: "オプション" }).click();
    await admin.page.getByText("オプションの契約は、サービス提供会社が管理しています").waitFor();
    await admin.page.goto(`/accounts/${(await hana()).id}/payment`);
    await admin.page.getByText("不正リクエストです").waitFor();
    await admin.page.goto("/clients/new");
    await admin.page.getByText("お探しのページが見つかりませんでした").waitFor();
    await admin.page.goto("/accounts/new");
    await admin.page.getByText("不正リクエストです").waitFor();
    await admin.context.close();
  });

  it("shows a client's staff the own facility to read, and keeps its edit page closed", async () => {
    const front = await windowAs("hana_front");
    const [own] = await accountsOf(front.context);
    if (own === undefined) throw new Error("hana_front has no account");
    await front.page.goto(`/accounts/${own.id}`);
    const edit = front.page.getByRole("button", { name: "編集する" });
    await expect.poll(() => edit.getAttribute("aria-disabled")).toBe("true");
    expect(await front.page.getByRole("link", { name: "施設の情報と設定" }).count()).toBe(0);
    expect(await front.page.getByRole("tab", { name: "変更履歴" }).count()).toBe(0);
    await front.page.goto(`/accounts/${own.id}/edit`);
    await front.page.getByText("不正リクエストです").waitFor();
    await front.page.goto("/accounts/999999999/edit");
    await front.page.getByText("お探しのページが見つかりませんでした").waitFor();
    await front.context.close();
  });
});
