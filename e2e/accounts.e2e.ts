import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openWindow, signIn } from "./browser.ts";
import { partsOf } from "./page-parts.ts";

type Account = {
  id: number;
  code: string;
  name: string;
  version: number;
  parent_id: number | null;
  company_id: number;
};

const stamp = Date.now().toString(36).slice(-5).toUpperCase();
const client = `温泉ホールディングス${stamp}`;
const hq = `海の湯 本部${stamp}`;
const facilities = [1, 2].map((n) => `海の湯 ${n}号館${stamp}`);
const code = (n: number) => `UMI${stamp}-0${n}`;

let context: BrowserContext;
let page: Page;
const { button, field, heading, toast } = partsOf(() => page);

const ask = async <T>(path: string, on = context): Promise<T> =>
  (await (await on.request.get(`/api${path}`)).json()) as T;
async function accountNamed(name: string): Promise<Account> {
  const { items } = await ask<{ items: Account[] }>(`/accounts?q=${encodeURIComponent(name)}`);
  const found = items.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no account ${name}`);
  return ask<Account>(`/accounts/${found.id}`);
}
const date = (label: string) => page.getByLabel(label, { exact: true });
const summary = () => page.getByRole("alert").filter({ hasText: "次の項目を確認してください" });
const openedAt = (pattern: RegExp) => page.waitForURL(pattern);
async function pick(label: string, choice: string): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: choice }).click();
}
beforeAll(async () => {
  ({ context, page } = await openWindow());
  await signIn(context, "vc_admin");
});

describe("a client and its chain, by hand", () => {
  it("registers the client and goes straight on to its accounts", async () => {
    await page.goto("/clients");
    await button("クライアントを登録する").click();
    await openedAt(/\/clients\/new/);
    await button("登録して施設の登録へ進む").click();
    await summary().waitFor();
    await field("クライアント名").fill(client);
    await button("登録して施設の登録へ進む").click();
    await toast(`「${client}」を登録しました`).waitFor();
    await openedAt(/\/accounts\/new\?company_id=\d+/);
    await expect
      .poll(() => page.getByRole("combobox", { name: "クライアント", exact: true }).inputValue())
      .toBe(client);
  });

  it("registers headquarters and two facilities without leaving the page", async () => {
    await field("名前").fill(hq);
    await field("コード").fill(code(0));
    await date("契約開始日").fill("2026-04-01");
    await date("契約終了日").fill("2026-03-31");
    await button("登録する").click();
    await summary().getByText("契約終了日: 開始日以降の日付にしてください").waitFor();
    await expect.poll(() => date("契約終了日").getAttribute("aria-invalid")).toBe("true");
    await date("契約終了日").fill("2029-03-31");

    await button("オプションを追加する").click();
    await pick("オプション", "CRM(本部)");
    await expect.poll(() => date("開始日").inputValue()).toBe("2026年04月01日");
    await button("オプションを追加する").click();
    await button("登録して続けて追加する").click();
    await toast(`「${hq}」を登録しました`).waitFor();

    for (const [index, name] of facilities.entries()) {
      // What is alike came along: the client, the place beneath the headquarters, the contract, the other option.
      const parent = page.getByRole("combobox", { name: "上位アカウント", exact: true });
      await expect.poll(() => parent.inputValue()).toContain(hq);
      await expect.poll(() => field("コード").inputValue()).toBe(code(index + 1));
      await expect.poll(() => date("契約終了日").inputValue()).toBe("2029年03月31日");
      await expect.poll(() => page.getByRole("combobox", { name: "オプション", exact: true }).inputValue()).toBe("CRM");
      await expect.poll(() => field("名前").evaluate((input) => input === document.activeElement)).toBe(true);
      await page.keyboard.type(name);
      const last = index === facilities.length - 1;
      await button(last ? "登録する" : "登録して続けて追加する").click();
      await toast(`「${name}」を登録しました`).waitFor();
    }
    await openedAt(/\/accounts\/\d+$/);
    await heading(facilities[1] ?? "").waitFor();
    const made = await accountNamed(facilities[1] ?? "");
    expect(made).toMatchObject({
      code: code(2),
      parent_id: (await accountNamed(hq)).id,
      contract_started_at: "2026-04-01",
      contract_ended_at: "2029-03-31",
      options: [{ option_type: "crm_option", option_item: "" }],
    });
  });
});
