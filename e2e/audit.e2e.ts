import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { expectNoBarrier } from "./accessibility.ts";
import { openWindow, signIn } from "./browser.ts";
import { partsOf } from "./page-parts.ts";
import { windowOf } from "./persons.ts";
import { halfAMinutePasses } from "./sessions.ts";

const LONG = 300_000;

let page: Page;

const { button } = partsOf(() => page);
/** Both steps over the calls: what `signIn` opens leaves no line in the log. */
async function signInForReal(loginId: string): Promise<void> {
  const { context } = await openWindow();
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
  page = await windowOf("hana_admin", signIn);
  await signInForReal("hana_admin");
}, LONG);

describe("the log: who, when, from where, what, before and after", () => {
  test("filters live in the URL: action, thing, period, one press on a name, and a person found by name", {
    timeout: LONG,
  }, async () => {
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
    await button("操作した人").click();
    await page.getByRole("combobox", { name: "氏名・ユーザーIDで探す" }).fill("hana_marketing");
    await page.getByRole("option", { name: /hana_marketing/ }).click();
    await page.waitForURL(/actor_user_id=\d+/);
    await button("操作した人:小川 真由").waitFor();
  });
});
