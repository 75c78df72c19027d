import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { expectNoBarrier } from "./accessibility.ts";
import { Authenticator } from "./authenticator.ts";
import { openWindow, origin } from "./browser.ts";
import { invite } from "./invite.ts";
import { linkIn, mailTo } from "./mails.ts";
import { partsOf } from "./page-parts.ts";

// Of this run only, so that the product may be an older one with its data.
const RUN = Date.now().toString(36);
const LOGIN_ID = `natsu_${RUN}`;
const PASSWORD = "裏山の柿が今年もよく実った";
const SECOND = "湯けむりの向こうに朝の月";
const MAIL = `natsu.${RUN}@example.jp`;
const NAME = "夏目 みかん";
/** Waits for the authenticator's next step are part of it. */
const LONG = 300_000;

let context: BrowserContext;
let page: Page;
let app: Authenticator;
let recoveryCodes: string[] = [];

beforeAll(async () => {
  ({ context, page } = await openWindow());
});

const { button, field, heading, toast, secret } = partsOf(() => page);

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

/** Lines of the specification, and what the browser shows for them. */
describe("§4 Sign-up: validate token, check login_id availability, generate a two-factor secret, verify a code, register", () => {
  test("a link that was cut off, spent or forged says so and leads on", async () => {
    await page.goto("/login/signup");
    await heading("リンクを確認できませんでした").waitFor();
    await page.goto("/login/signup?token=forged");
    await page.getByText("有効期限が切れているか、すでに使われています").waitFor();
    await expectNoBarrier(page);
    await page.getByRole("link", { name: "ログイン画面へ戻る" }).click();
    await page.waitForURL("**/login");
  });

  test("the invited person reads the mail, chooses an id, sets up a real authenticator, a password, and keeps the recovery codes", {
    timeout: LONG,
  }, async () => {
    await invite({ name: NAME, mail: MAIL });
    await page.goto(linkIn(await mailTo(MAIL, /招待|ご招待/)));
    await page.getByText("からの招待です").waitFor();
    await page.getByText(`${NAME} さん(${MAIL})`).waitFor();
    await expectNoBarrier(page);

    const id = field("ユーザーID");
    await id.fill("夏");
    await button("次へ進む").click();
    await page.getByText("4文字以上64文字以内にしてください").waitFor();
    await id.fill("hana_admin");
    await id.blur();
    await page.getByText("すでに使われています。別のものにしてください").waitFor();
    await id.fill(LOGIN_ID);
    await id.blur();
    await page.getByText("このユーザーIDは使えます。", { exact: true }).waitFor();
    await button("次へ進む").click();

    await page.getByRole("img", { name: "認証アプリに登録するQRコード" }).waitFor();
    expect(
      await page.getByRole("link", { name: "この端末の認証アプリで開く", includeHidden: true }).getAttribute("href"),
    ).toMatch(/^otpauth:\/\/totp\//);
    await expectNoBarrier(page);
    const typed = await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent();
    app = new Authenticator(typed ?? "");
    await field("認証コード").fill("12");
    await button("コードを確認する").click();
    await page.getByText("6桁の数字を入力してください。", { exact: true }).waitFor();
    await field("認証コード").fill("000000");
    await button("コードを確認する").click();
    await page.getByText("認証コードが正しくありません").waitFor();
    await field("認証コード").fill(await app.code());
    await page.keyboard.press("Enter");

    const password = secret("new-password");
    await password.fill(`${LOGIN_ID}1`);
    await page.getByText("ユーザーID、お名前、施設名をもとにしたものは使えません", { exact: true }).waitFor();
    await password.fill("みじかい");
    await page.getByText("12文字以上で入力してください (あと8文字)", { exact: true }).waitFor();
    // What only the server knows: the published list.
    await password.fill("1q2w3e4r5t6y");
    await button("登録する").click();
    await page.getByText("よく使われるパスワードのため使えません").waitFor();
    await password.fill(PASSWORD);
    await page.getByText("とても強い").waitFor();
    await expectNoBarrier(page);
    await button("登録する").click();

    const list = page.getByRole("list", { name: "復旧コードの一覧" });
    await list.waitFor();
    recoveryCodes = await list.getByRole("listitem").allTextContents();
    expect(recoveryCodes).toHaveLength(10);
    await expectNoBarrier(page);
    const [download] = await Promise.all([page.waitForEvent("download"), button("ファイルに保存する").click()]);
    expect(readFileSync(await download.path(), "utf8")).toContain(recoveryCodes.join("\r\n"));
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await button("すべてコピーする").click();
    await page.getByText("コピーしました").waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(recoveryCodes[0] ?? "-");
    await button("ログイン画面へ進む").click();
    await page.getByText("復旧コードを控えてから進んでください。", { exact: true }).waitFor();
    await page.getByLabel("復旧コードを控えました").check();
    await button("ログイン画面へ進む").click();
    await page.waitForURL("**/login");
    await toast("登録が完了しました").waitFor();
  });

  test("the invitation works once", async () => {
    await page.goto(linkIn(await mailTo(MAIL, /招待/)));
    await heading("リンクを確認できませんでした").waitFor();
  });
});

describe("§4 Session: login, the verified flag says whether the two-factor step is done, verify, logout", () => {
  test("§7, §8: a refused login is a plain error beside the form, a wrong code too", { timeout: LONG }, async () => {
    await page.goto("/login");
    await button("次へ進む").click();
    await page.getByText("ユーザーIDを入力してください。", { exact: true }).waitFor();
    await page.getByText("パスワードを入力してください。", { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("username");
    await field("ユーザーID").fill(LOGIN_ID);
    await secret("password").fill("wrong wrong wrong");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "ユーザーIDまたはパスワードが正しくありません" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/login");
    await expectNoBarrier(page);

    await enter(LOGIN_ID, PASSWORD);
    await field("認証コード").fill("０００ ０００");
    await button("ログインする").click();
    await page.getByText("認証コードが正しくありません").waitFor();
  });

  test("not verified yet: the second step survives a reload, and every other page leads back to it", async () => {
    await page.reload();
    await heading("認証コードの入力").waitFor();
    await page.goto("/customers");
    await page.waitForURL("**/login");
    await page.getByText(`${LOGIN_ID} としてログインします。`).waitFor();
  });

  test("the code signs in and leads to the page that was asked for", { timeout: LONG }, async () => {
    await field("認証コード").fill(await app.code());
    // Not even for a moment: the first step again would look like a refusal.
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector("main input[name=password]")) document.documentElement.dataset.flashed = "yes";
      }).observe(document.body, { childList: true, subtree: true });
    });
    await button("ログインする").click();
    await page.waitForURL("**/customers");
    await page.locator("header").getByText(LOGIN_ID, { exact: true }).waitFor();
    expect(await page.locator("html").getAttribute("data-flashed")).toBeNull();
  });

  test("a recovery code does once what the authenticator does", { timeout: LONG }, async () => {
    const other = await openWindow({ width: 390, height: 844 });
    const [code = ""] = recoveryCodes;
    await enter(LOGIN_ID, PASSWORD, other.page);
    await button("認証アプリを使えない場合", other.page).click();
    await heading("復旧コードの入力", other.page).waitFor();
    await expectNoBarrier(other.page);
    await field("復旧コード", other.page).fill("abc");
    await button("ログインする", other.page).click();
    await other.page.getByText("復旧コードは、英数字12文字です").waitFor();
    await field("復旧コード", other.page).fill(code.toUpperCase());
    await button("ログインする", other.page).click();
    await other.page.waitForURL((url) => url.pathname === "/");
    await other.page.goto("/profile");
    await other.page.getByText("9個").waitFor();
    await button("ログアウトする", other.page).click();
    await other.page.waitForURL("**/login");

    await enter(LOGIN_ID, PASSWORD, other.page);
    await button("認証アプリを使えない場合", other.page).click();
    await field("復旧コード", other.page).fill(code);
    await button("ログインする", other.page).click();
    await other.page.getByText("認証コードが正しくありません").waitFor();
    await button("別のユーザーでログインする", other.page).click();
    await heading("ログイン", other.page).waitFor();
    await other.context.close();
  });

  test("§2 logout clears the session then goes to /login; Back does not bring the page back", async () => {
    await page.goto("/users");
    await button("ログアウト").click();
    await page.waitForURL("**/login");
    await page.goBack();
    await page.waitForURL("**/login");
    expect(await (await context.request.get("/api/auth/session")).json()).toMatchObject({ loggedIn: false });
  });
});

describe("§4 Password reset: request by login_id (forget), check token, register a new password", () => {
  test("known and unknown ids get the same answer", async () => {
    await page.goto("/login");
    await page.getByRole("link", { name: "パスワードを忘れた場合" }).click();
    await page.waitForURL("**/login/forget");
    await button("案内メールを送る").click();
    await page.getByText("ユーザーIDを入力してください。", { exact: true }).waitFor();
    for (const id of ["nobody_at_all", LOGIN_ID]) {
      await field("ユーザーID").fill(id);
      await button("案内メールを送る").click();
      await heading("案内メールを送りました").waitFor();
      await page.getByText(`${id} が登録されていれば、まもなくメールが届きます。`).waitFor();
      if (id !== LOGIN_ID) await button("もう一度送る").click();
    }
    await expectNoBarrier(page);
  });

  test("the mailed link sets a new password; the old one and the link are dead; the code is still asked", {
    timeout: LONG,
  }, async () => {
    const link = linkIn(await mailTo(MAIL, /再設定/));
    expect(new URL(link).pathname).toBe("/login/reset");
    await page.goto(link);
    await page.getByText(`${LOGIN_ID} の新しいパスワード`).waitFor();
    await expectNoBarrier(page);
    await button("パスワードを変更する").click();
    await page.getByText("新しいパスワードを入力してください。", { exact: true }).waitFor();
    await secret("new-password").fill(PASSWORD);
    await button("パスワードを変更する").click();
    await page.getByText("最近使ったパスワードは使えません").waitFor();
    await secret("new-password").fill(SECOND);
    await button("パスワードを変更する").click();
    await page.waitForURL("**/login");
    await toast("パスワードを変更しました").waitFor();

    await field("ユーザーID").fill(LOGIN_ID);
    await secret("password").fill(PASSWORD);
    await button("次へ進む").click();
    await page.getByText("ユーザーIDまたはパスワードが正しくありません").waitFor();
    await page.goto(link);
    await heading("リンクを確認できませんでした").waitFor();
    await page.getByRole("link", { name: "案内メールをもう一度送る" }).waitFor();
    await enterWithCode(SECOND, app);
  });
});

describe("English: the same under /en", () => {
  test("invitation in English, and the whole way in English", { timeout: LONG }, async () => {
    const window = await openWindow();
    await invite({ name: "Alice Brown", mail: `alice.${RUN}@example.jp`, language: "en" });
    const link = new URL(linkIn(await mailTo(`alice.${RUN}@example.jp`, /invited/)));
    await window.page.goto(`${origin()}/en/login/signup${link.search}`);
    await window.page.getByText("Invited by").waitFor();
    await expect.poll(() => window.page.locator("html").getAttribute("lang")).toBe("en");
    await field("User ID", window.page).fill("hana_admin");
    await field("User ID", window.page).blur();
    await window.page.getByText("This is taken already. Please choose another").waitFor();
    await window.page.goto("/en/login");
    await field("User ID", window.page).fill("nobody");
    await secret("password", window.page).fill("wrong wrong wrong");
    await button("Continue", window.page).click();
    await window.page.getByText("The user ID or password is not correct").waitFor();
    await window.context.close();
  });
});
