import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { expectNoBarrier } from "./accessibility.ts";
import { Authenticator } from "./authenticator.ts";
import { openWindow, signIn } from "./browser.ts";
import { invite } from "./invite.ts";
import { linkIn, mailTo } from "./mails.ts";
import { partsOf } from "./page-parts.ts";
import { signUp } from "./persons.ts";
import { demandNewPassword, endSessionsOf, halfAMinutePasses } from "./sessions.ts";

// Of this run only, so that the product may be an older one with its data.
const RUN = Date.now().toString(36);
const LOGIN_ID = `mikan_${RUN}`;
const SECOND = "湯けむりの向こうに朝の月";
const THIRD = "雨上がりの石段を三段とばし";
const MAIL = `mikan.${RUN}@example.jp`;
const NEW_MAIL = `mikan.new.${RUN}@example.jp`;
const NAME = "夏目 みかん";
/** Waits for the authenticator's next step are part of it. */
const LONG = 300_000;

let context: BrowserContext;
let page: Page;
let app: Authenticator;
let recoveryCodes: string[];

const { button, field, heading, toast, secret } = partsOf(() => page);

beforeAll(async () => {
  ({ context, page } = await openWindow());
  await invite({ name: NAME, mail: MAIL });
  const person = await signUp(context, linkIn(await mailTo(MAIL, /招待/)), LOGIN_ID, SECOND);
  ({ app, recoveryCodes } = person);
  await enter(LOGIN_ID, SECOND);
  await field("認証コード").fill(await app.code());
  await button("ログインする").click();
  await page.waitForURL((url) => url.pathname === "/");
}, LONG);

async function enter(loginId: string, password: string, on = page): Promise<void> {
  await on.goto("/login");
  await field("ユーザーID", on).fill(loginId);
  await secret("password", on).fill(password);
  await button("次へ進む", on).click();
  await heading("認証コードの入力", on).waitFor();
}

async function enterWithCode(password: string, device: Authenticator, on = page): Promise<void> {
  await enter(LOGIN_ID, password, on);
  await field("認証コード", on).fill(await device.code());
  await button("ログインする", on).click();
  await on.waitForURL((url) => url.pathname === "/");
}

describe("§2 /profile, /profile/edit", () => {
  test("facts to read; name and mail: what changed is said, leaving asks, a refused field is told at the field and above", {
    timeout: LONG,
  }, async () => {
    await page.goto("/profile");
    await page.getByText(NAME).waitFor();
    await page.getByText(MAIL).waitFor();
    expect(await page.locator("nav").count()).toBe(0);
    await page.getByRole("link", { name: "プロフィールを編集する" }).click();
    await page.waitForURL("**/profile/edit");
    await heading("ログイン中の端末").waitFor();

    const name = field("氏名");
    await name.fill("");
    await page.getByText("変更: 氏名").waitFor();
    await button("保存する").click();
    await page.getByRole("link", { name: "氏名: 入力してください" }).waitFor();
    await name.fill("夏目 蜜柑");
    await field("メールアドレス").fill("not a mail");
    await button("保存する").click();
    await page.getByRole("link", { name: "いまのパスワード: 入力してください" }).waitFor();
    await expectNoBarrier(page);
    await secret("mail-password").fill(SECOND);
    await field("認証コード")
      .first()
      .fill(await app.code());
    await button("保存する").click();
    await page.getByRole("link", { name: /^メールアドレス: メールアドレスの形式/ }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("profile-user_email");
    await page.getByRole("link", { name: "プロフィールへ戻る" }).click();
    await page.getByRole("dialog", { name: "保存していない変更があります" }).waitFor();
    await expectNoBarrier(page);
    await button("このページに戻る").click();

    const since = new Date(Date.now() - 2000);
    await field("メールアドレス").fill(NEW_MAIL);
    await secret("mail-password").fill(SECOND);
    await field("認証コード")
      .first()
      .fill(await app.code());
    await button("保存する").click();
    await toast(`${NEW_MAIL} に確認のメールを送りました`).waitFor();
    await page.getByText(`${NEW_MAIL} の確認を待っています`).waitFor();
    await mailTo(MAIL, /申し込まれました/, since);
    const link = linkIn(await mailTo(NEW_MAIL, /メールアドレスの確認/, since));
    expect(new URL(link).pathname).toBe("/profile/edit");
    await page.goto(link);
    await toast(`メールアドレスを ${NEW_MAIL} に変えました`).waitFor();
    await page.waitForURL((url) => url.search === "");
    await expect.poll(() => field("メールアドレス").inputValue()).toBe(NEW_MAIL);
    await expect.poll(() => field("氏名").inputValue()).toBe("夏目 蜜柑");
    await page.goto(link);
    await page.getByText("メールアドレスを確認できませんでした。", { exact: true }).waitFor();
  });

  test("password: the old one and a fresh code; the other devices are logged out (409)", {
    timeout: LONG,
  }, async () => {
    const other = await openWindow();
    await enter(LOGIN_ID, SECOND, other.page);
    await button("認証アプリを使えない場合", other.page).click();
    await field("復旧コード", other.page).fill(recoveryCodes[1] ?? "");
    await button("ログインする", other.page).click();
    await other.page.waitForURL((url) => url.pathname === "/");

    await page.goto("/profile/edit");
    await button("パスワードを変更する").click();
    await page.getByText("入力してください", { exact: true }).first().waitFor();
    await secret("current-password").fill("wrong wrong wrong");
    await secret("new-password").fill(THIRD);
    const code = field("認証コード");
    await code.fill(await app.code());
    await button("パスワードを変更する").click();
    await page.getByText("いまのパスワードが正しくありません").waitFor();
    await secret("current-password").fill(SECOND);
    await button("パスワードを変更する").click();
    await toast("パスワードを変更しました").waitFor();
    await page.getByText("ほかにログイン中の端末はありません。", { exact: true }).waitFor();

    await other.page.goto("/customers");
    await other.page.getByText("ユーザー情報が更新されました。再ログインしてください").waitFor();
    await other.page.getByRole("link", { name: "ログイン画面へ戻る" }).click();
    await other.page.waitForURL("**/login");
    await other.context.close();
  });

  test("new authenticator in two steps; from then on only the new one counts", { timeout: LONG }, async () => {
    await field("いまの認証アプリのコード").fill(await app.code());
    await button("新しい認証アプリを登録する").click();
    await page.getByRole("img", { name: "認証アプリに登録するQRコード" }).waitFor();
    await expectNoBarrier(page);
    const typed = await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent();
    const fresh = new Authenticator(typed ?? "");
    await field("新しい認証アプリのコード").fill("000000");
    await button("認証アプリを切り替える").click();
    await page.getByText("認証コードが正しくありません").waitFor();
    await field("新しい認証アプリのコード").fill(await fresh.code());
    await button("認証アプリを切り替える").click();
    await toast("認証アプリを切り替えました").waitFor();
    const old = recoveryCodes;
    recoveryCodes = await page.getByRole("list", { name: "復旧コードの一覧" }).getByRole("listitem").allTextContents();
    expect(recoveryCodes.filter((one) => old.includes(one))).toEqual([]);
    await page.getByLabel("復旧コードを控えました").check();
    await button("完了する").click();
    await button("ログアウトする").click();
    await page.waitForURL("**/login");
    app = fresh;
    await enterWithCode(THIRD, app);
  });

  test("own sessions: another device is signed out from here, after being asked", { timeout: LONG }, async () => {
    const other = await openWindow();
    await enter(LOGIN_ID, THIRD, other.page);
    await button("認証アプリを使えない場合", other.page).click();
    await field("復旧コード", other.page).fill(recoveryCodes[0] ?? "");
    await button("ログインする", other.page).click();
    await other.page.waitForURL((url) => url.pathname === "/");

    await page.goto("/profile/edit");
    const end = button(/をログアウトさせる$/);
    await end.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("その端末で保存していない入力は失われます。", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => end.evaluate((element) => element === document.activeElement)).toBe(true);
    await end.click();
    await dialog.getByRole("button", { name: "ログアウトさせる" }).click();
    await toast("をログアウトさせました").waitFor();
    await page.getByText("ほかにログイン中の端末はありません。", { exact: true }).waitFor();
    await other.page.goto("/users");
    await other.page.waitForURL("**/login");
    await other.context.close();
  });
});

describe("§4 A password-update-required flag confines the user to /profile/edit until cleared", () => {
  test("no other page, no list of sessions, only the way to a new password and out", { timeout: LONG }, async () => {
    await demandNewPassword(LOGIN_ID, true);
    for (const path of ["/", "/customers", "/profile", "/login", "/nowhere"]) {
      await page.goto(path);
      await page.waitForURL("**/profile/edit");
    }
    await page.getByRole("alert").filter({ hasText: "パスワードの変更が必要です" }).waitFor();
    await expectNoBarrier(page);
    expect(await page.getByText("ログイン中の端末").count()).toBe(0);
    await page.getByRole("link", { name: "おかえり トップへ" }).click();
    await page.waitForURL("**/profile/edit");
    expect((await context.request.get("/api/customers")).status()).toBe(403);
    await secret("current-password").fill(THIRD);
    await secret("new-password").fill("囲炉裏ばたで聞いた昔ばなし");
    await field("認証コード").fill(await app.code());
    await button("パスワードを変更する").click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.goto("/customers");
    await page.waitForURL("**/customers");
  });
});

describe("§8 409: what was being typed is kept and offered again", () => {
  // Without a sign-in in between, and after a 401: kept-forms.e2e.ts.
  test("session changed: the error page, sign-in, and the form as it was", { timeout: LONG }, async () => {
    const loginId = "hana_front";
    const window = await openWindow();
    await signIn(window.context, loginId);
    await window.page.goto("/profile/edit");
    const name = field("氏名", window.page);
    const before = await name.inputValue();
    await name.fill(`${before} さん`);
    await secret("current-password", window.page).fill("a password in the making");
    await endSessionsOf(loginId, "changed");
    await button("保存する", window.page).click();
    await heading("エラーが発生しました", window.page).waitFor();
    await window.page.getByText("ユーザー情報が更新されました。再ログインしてください").waitFor();
    const storage = await window.page.evaluate(() => JSON.stringify(localStorage));
    expect(storage).toContain(`${before} さん`);
    expect(storage).not.toContain("a password in the making");

    await window.page.getByRole("link", { name: "ログイン画面へ戻る" }).click();
    await window.page.waitForURL("**/login");
    await button(new RegExp(loginId), window.page).click();
    await button("次へ進む", window.page).click();
    await halfAMinutePasses();
    await button("デモの認証コードを入力する", window.page).click();
    await window.page.getByText("認証コードを入力しました。", { exact: true }).waitFor({ timeout: 40_000 });
    await button("ログインする", window.page).click();
    await window.page.waitForURL("**/profile/edit");
    await expect.poll(() => field("氏名", window.page).inputValue()).toBe(before);
    await expectNoBarrier(window.page);
    await button("入力を元に戻す", window.page).click();
    await expect.poll(() => field("氏名", window.page).inputValue()).toBe(`${before} さん`);
    await button("変更を取り消す", window.page).click();
    expect(await window.page.evaluate(() => JSON.stringify(localStorage))).not.toContain(`${before} さん`);
    await window.context.close();
  });
});
