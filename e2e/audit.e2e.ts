import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectNoBarrier } from "./accessibility.ts";
import { openBrowser, openWindow, signIn } from "./browser.ts";
import { partsOf } from "./page-parts.ts";
import { windowOf } from "./persons.ts";
import { halfAMinutePasses } from "./sessions.ts";

const RUN = Date.now().toString(36);
const LONG = 300_000;

let browser: Browser;
let page: Page;
let vc: Page;

const { button } = partsOf(() => page);
/** Both steps over the calls: what `signIn` opens leaves no line in the log. */
async function signInForReal(loginId: string): Promise<void> {
  const { context } = await openWindow(browser);
  const read = async <T>(path: string) => (await (await context.request.get(path)).json()) as T;
  const offered = await read<{ login_id: string; password: string }[]>("/api/demo/sign-ins");
  const password = offered.find((one) => one.login_id === loginId)?.password;
  const login = await context.request.post("/api/auth/login", { data: { userId: loginId, password } });
  expect(login.ok()).toBe(true);
  // Another file may have used this half minute's code.
  await halfAMinutePasses();
  const { code } = await read<{ code: string }>(`/api/demo/code?login_id=${loginId}`);
  const verify = await context.request.post("/api/auth/verify", { data: { code } });
  expect(await verify.json()).toMatchObject({ verified: true });
  await context.close();
}

const lines = (on = page) => on.getByRole("list", { name: "操作の記録" }).locator(":scope > li");

beforeAll(async () => {
  browser = await openBrowser();
  page = await windowOf(browser, "hana_admin", signIn);
  vc = await windowOf(browser, "vc_admin", signIn);
  await signInForReal("hana_admin");
}, LONG);
afterAll(() => browser?.close());

describe("the log: who, when, from where, what, before and after", () => {
  test("filters live in the URL: action, thing, period, and one press on a name", { timeout: LONG }, async () => {
    await page.goto("/users");
    await button("操作の記録").click();
    await page.waitForURL("**/audit");
    await lines().first().waitFor();
    await button("操作", page).click();
    await page.getByRole("combobox", { name: "操作" }).fill("ログイン");
    await page.getByRole("option", { name: "ログイン", exact: true }).click();
    await page.waitForURL(/action=login/);
    await lines().filter({ hasNotText: "ログインしました" }).first().waitFor({ state: "detached" });
    await lines().getByRole("button", { name: "花田 千夏(hana_admin)" }).first().click();
    await page.waitForURL(/actor_user_id=\d+/);
    await button("操作した人:花田 千夏").waitFor();
    await page.reload();
    await button("操作:ログイン").waitFor();
    await lines().first().getByText("接続元").waitFor();
    await button("期間").click();
    await page.getByLabel("まで", { exact: true }).fill("2020-01-01");
    await button("適用する").click();
    await page.getByText("条件に当てはまる記録はありません。").waitFor();
    await expectNoBarrier(page);
    await page.getByRole("main").getByRole("button", { name: "条件をすべて外す" }).last().click();
    await lines().first().waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  test("a person is found by name", { timeout: LONG }, async () => {
    await page.goto("/audit");
    await button("操作した人").click();
    await page.getByRole("combobox", { name: "氏名・ユーザーIDで探す" }).fill("hana_marketing");
    await page.getByRole("option", { name: /hana_marketing/ }).click();
    await page.waitForURL(/actor_user_id=\d+/);
    await button("操作した人:小川 真由").waitFor();
  });

  test("provider staff entering a client's guest data is seen by the client, and by no other", {
    timeout: LONG,
  }, async () => {
    const picker = (await (await vc.context().request.get("/api/accounts/picker")).json()) as {
      items: { id: number; company_name: string; parent_id: number | null }[];
    };
    const hana = picker.items.find(
      (account) => account.company_name === "花の湯グループ" && account.parent_id === null,
    );
    const entered = await vc.context().request.get(`/api/customers?account_id=${hana?.id}`);
    expect(entered.ok()).toBe(true);
    await page.goto("/audit?action=enter");
    await lines().filter({ hasText: "のお客様の情報を開きました" }).filter({ hasText: "大谷" }).first().waitFor();
    const other = await openWindow(browser);
    await signIn(other.context, "sakura_admin");
    await other.page.goto("/audit?action=enter");
    await other.page.getByText("条件に当てはまる記録はありません。").waitFor();
    await other.context.close();
  });

  test("what a client's administrator changed, the provider's reads with before and after", {
    timeout: LONG,
  }, async () => {
    const offers = (await (await page.context().request.get("/api/users/offers?role=role_user")).json()) as {
      accounts: { id: number }[];
    };
    const accounts = [{ account_id: offers.accounts[0]?.id, permissions: ["customers/read"] }];
    const data = { name: `記録 太郎${RUN}`, user_email: `log.${RUN}@example.jp`, role: "role_user", accounts };
    expect((await page.context().request.post("/api/users", { data })).ok()).toBe(true);
    await vc.goto("/users");
    await vc.getByRole("link", { name: "操作の記録" }).click();
    await vc.waitForURL("**/audit");
    const line = lines(vc).filter({ hasText: `ユーザー「記録 太郎${RUN}」を登録しました` });
    await line.waitFor();
    await line.locator("summary").press("Enter");
    await line.getByText("顧客の一覧・詳細").waitFor();
    await line.getByText("花の湯グループ", { exact: true }).waitFor();
  });
});
