import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { openWindow, signIn } from "./browser.ts";
import { partsOf } from "./page-parts.ts";
import { endSessionsOf } from "./sessions.ts";

let context: BrowserContext;
let page: Page;
const { button, field } = partsOf(() => page);

beforeAll(async () => {
  ({ context, page } = await openWindow());
  await signIn(context, "hana_admin");
});

async function headquarters(): Promise<number | undefined> {
  const answer = await context.request.get("/api/accounts/picker");
  const { items } = (await answer.json()) as { items: { id: number; parent_id: number | null }[] };
  return items.find((one) => one.parent_id === null)?.id;
}

it("settings typed when the session ends are kept without secrets, and offered after the next sign-in", async () => {
  const path = `/accounts/${await headquarters()}/line`;
  const secret = page.locator('input[type="password"]');
  await page.goto(path);
  await field("表示名").fill("途中の名前");
  await field("チャネルID").fill("1650001111");
  await secret.first().fill("canary-secret");
  await secret.nth(1).fill("canary-token");
  await endUnder(() => button("保存する").click(), "expired", "セッションの有効期限が切れました");
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain("canary");
  await signIn(context, "hana_admin");
  await page.goto(path);
  await button("入力を元に戻す").click();
  expect([await field("表示名").inputValue(), await field("チャネルID").inputValue()]).toEqual([
    "途中の名前",
    "1650001111",
  ]);
  expect(await secret.first().inputValue()).toBe("");
  await button("変更を取り消す").click();
  expect(await field("表示名").inputValue()).toBe("");
});

/** Ends the session under an edit, as saving it finds out. */
async function endUnder(save: () => Promise<void>, reason: "expired" | "changed", message: string): Promise<void> {
  const alert = page.getByRole("alert").getByText(message);
  // The page logs out by itself after a 409; a session opened before that has come would be ended by it.
  const loggedOut = reason === "changed" ? page.waitForResponse(/\/api\/auth\/logout/) : undefined;
  await endSessionsOf("hana_admin", reason);
  page.setDefaultTimeout(10_000);
  await save().catch(async (error: unknown) => {
    // A call in the background met the end of the session before the button did.
    if (!(await alert.isVisible())) throw error;
  });
  page.setDefaultTimeout(60_000);
  await alert.waitFor();
  await loggedOut;
}

/** Ends the session under an edit, signs in again and comes back to the same address; `meanwhile` is what another one does. */
async function loseSession(save: () => Promise<void>, meanwhile?: () => Promise<void>): Promise<void> {
  const address = page.url();
  await endUnder(save, "changed", "ユーザー情報が更新されました。再ログインしてください");
  await signIn(context, "hana_admin");
  await meanwhile?.();
  await page.goto(address);
}

/** Changes a record over the calls, as somebody at another desk would. */
async function elsewhere(path: string, changes: (now: Record<string, unknown>) => object): Promise<void> {
  const now = (await (await context.request.get(`/api${path}`)).json()) as Record<string, unknown>;
  const { owner: _, mail_from_state: _state, mail_from_in_use: _use, mail_from_asked_at: _asked, ...fields } = now;
  const answer = await context.request.put(`/api${path}`, {
    data: { ...fields, ...changes(now) },
    headers: { origin: new URL(page.url()).origin },
  });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
}

it("what somebody else saved meanwhile stays, and a field both changed is named", async () => {
  const path = `/accounts/${await headquarters()}/sender`;
  await page.goto(path);
  const name = await field("差出人名").inputValue();
  const edit = async () => {
    await field("差出人名").fill("途中の差出人");
    await button("保存する").click();
  };
  await loseSession(edit, () => elsewhere(path, () => ({ mail_signature: "ほかの人の署名" })));
  await button("入力を元に戻す").click();
  await expect.poll(() => field("差出人名").inputValue()).toBe("途中の差出人");
  await expect.poll(() => field("署名").inputValue()).toBe("ほかの人の署名");
  const changes = page.getByRole("region", { name: "未保存の変更" });
  await changes.getByText("差出人名").waitFor();
  expect(await changes.textContent()).not.toContain("署名");
  await button("変更を取り消す").click();
  await expect.poll(() => field("差出人名").inputValue()).toBe(name);

  await loseSession(edit, () => elsewhere(path, () => ({ mail_from_name: "ほかの人の差出人", mail_signature: "" })));
  await button("入力を元に戻す").click();
  await page
    .getByRole("status")
    .getByText(/ほかの人も次の項目を変更していました.*差出人名$/)
    .waitFor();
  await button("変更を取り消す").click();
  await expect.poll(() => field("差出人名").inputValue()).toBe("ほかの人の差出人");
  await elsewhere(path, () => ({ mail_from_name: name }));
});

it("what a campaign could not save by itself is kept, and its segments go on being told apart", async () => {
  await page.goto("/campaigns/new");
  await button("白紙から作る: リピート促進").click();
  await page.waitForURL(/\/campaigns\/\d+\/edit/);
  await button("次の優先を追加する").click();
  await page.getByText(/^\d+:\d+ 保存済み$/).waitFor();
  await loseSession(() => field("キャンペーンの名前").fill("途中のキャンペーン"));
  await button("入力を元に戻す").click();
  await page.getByRole("heading", { level: 1, name: "途中のキャンペーン" }).waitFor();
  await button("次の優先を追加する").click();
  const segments = page.getByRole("heading", { level: 2, name: /^優先 \d$/ });
  await expect.poll(() => segments.count()).toBe(3);
  await page.getByText(/^\d+:\d+ 保存済み$/).waitFor();
  await page.reload();
  await expect.poll(() => segments.count()).toBe(3);
});
