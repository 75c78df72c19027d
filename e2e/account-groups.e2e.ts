import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { expectNoBarrier } from "./accessibility.ts";
import { openWindow, signIn } from "./browser.ts";
import { partsOf } from "./page-parts.ts";

type Account = { id: number; name: string; parent_id: number | null; company_id: number; company_name: string };

const stamp = Date.now().toString(36).slice(-5).toUpperCase();

let provider: { context: BrowserContext; page: Page };
/** A headquarters that vc_admin reaches, and a facility beneath it. */
let hq: Account;
let facility: Account;
let all: Account[];
const on = () => provider.page;
const { button, field, toast } = partsOf(on);
const summary = () => on().getByRole("alert").filter({ hasText: "次の項目を確認してください" });

async function ask<T>(path: string): Promise<T> {
  return (await (await provider.context.request.get(`/api${path}`)).json()) as T;
}

beforeAll(async () => {
  provider = await openWindow();
  await signIn(provider.context, "vc_admin");
  all = (await ask<{ items: Account[] }>("/accounts/picker")).items;
  const beneath = all.find((one) => one.parent_id !== null);
  const above = all.find((one) => one.id === beneath?.parent_id);
  if (above === undefined || beneath === undefined) throw new Error("the demo has no headquarters with a facility");
  [hq, facility] = [above, beneath];
});

describe("account groups", () => {
  it("is chosen among the accounts of one client in their hierarchy, saved, edited in place, and taken out of use", async () => {
    const window = on();
    await window.goto("/accounts");
    await window.getByRole("button", { name: "アカウントグループ" }).click();
    await window.waitForURL(/\/accounts\/groups$/);
    await window.getByRole("heading", { level: 1, name: "アカウントグループ" }).waitFor();
    await window.getByRole("button", { name: "グループを登録する" }).first().click();
    await window.waitForURL(/\/accounts\/groups\/new/);
    await button("登録する").click();
    await summary().getByRole("link", { name: "クライアント: クライアントを選んでください" }).waitFor();
    await window.getByRole("combobox", { name: "クライアント" }).click();
    await window.getByRole("option", { name: hq.company_name }).click();
    await field("グループ名").fill(`東日本 ${stamp}`);
    const tree = window.getByRole("table", { name: "施設" });
    await tree.getByRole("checkbox", { name: hq.name, exact: true }).waitFor();
    const foreign = all.filter((one) => one.company_id !== hq.company_id);
    for (const one of foreign) expect(await tree.getByText(one.name).count(), one.name).toBe(0);
    await button("登録する").click();
    await summary().getByRole("link", { name: "施設: 1件以上必要です" }).click();
    await expect
      .poll(() => window.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("施設名・コードで絞り込む");
    await window.keyboard.type(facility.name);
    const found = tree
      .getByRole("row")
      .filter({ has: window.getByRole("checkbox", { name: facility.name, exact: true }) });
    await expect.poll(() => tree.getByRole("row").count()).toBe(2);
    // A find says what it lies beneath.
    await found.getByText(`上位: ${hq.name}`).waitFor();
    await found.getByRole("checkbox").check();
    await expectNoBarrier(window);
    await button("登録する").click();
    await window.getByRole("heading", { level: 1, name: `東日本 ${stamp}` }).waitFor();
    await window.reload();
    await window.getByRole("link", { name: facility.name }).waitFor();

    await button("編集する").click();
    await field("説明").fill("東日本の施設");
    await tree.getByRole("checkbox", { name: hq.name, exact: true }).check();
    await window.getByRole("region", { name: "未保存の変更" }).getByText("説明、施設").waitFor();
    await button("保存する").click();
    await toast(`「東日本 ${stamp}」を保存しました`).waitFor();
    await window.getByRole("region", { name: "施設" }).getByText("2件").waitFor();
    await window.getByText("東日本の施設").waitFor();

    await button("無効にする").click();
    const asked = window.getByRole("dialog", { name: `「東日本 ${stamp}」を無効にしますか?` });
    await asked.getByText("2件の施設をまとめた").waitFor();
    await asked.getByRole("button", { name: "無効にする" }).click();
    await button("有効に戻す").waitFor();
    await window.goto(`/accounts/groups?q=${stamp}&active_status=active`);
    await window.getByText("条件に当てはまるものはありません").waitFor();
    await window.goto(`/accounts/groups?q=${stamp}&company_id=${hq.company_id}&active_status=inactive`);
    await window.getByRole("link", { name: `東日本 ${stamp}` }).click();
    await button("有効に戻す").click();
    await toast(`「東日本 ${stamp}」を有効に戻しました`).waitFor();
  });
});
