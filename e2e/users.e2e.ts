import type { APIResponse, BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { expectNoBarrier } from "./accessibility.ts";
import { Authenticator } from "./authenticator.ts";
import { openWindow, signIn } from "./browser.ts";
import { linkIn, mailTo } from "./mails.ts";
import { partsOf } from "./page-parts.ts";
import { signUp, windowOf } from "./persons.ts";

// Of this run only, so that the product may be an older one with its data.
const RUN = Date.now().toString(36);
const NAME = `夏目 凛${RUN}`;
const MAIL = `rin.${RUN}@example.jp`;
const LOGIN_ID = `rin_${RUN}`;
const PASSWORD = "川べりの湯けむりと朝の散歩";
const LONG = 300_000;

let page: Page;
let person: BrowserContext;
let personPage: Page;
let personId = 0;

const { button, field, toast, secret } = partsOf(() => page);
const dialog = () => page.getByRole("dialog");

beforeAll(async () => {
  page = await windowOf("hana_admin", signIn);
  ({ context: person, page: personPage } = await openWindow());
}, LONG);

/** The invited person, signed in anew over the calls. */
async function enter(app: { code: () => Promise<string> }): Promise<void> {
  // Turned away for a moment by a busy process (503), one comes again, as a person does.
  const answered = (call: () => Promise<APIResponse>) =>
    expect
      .poll(
        async () => {
          const answer = await call();
          return answer.status() === 503 ? "busy" : `${answer.status()} ${answer.ok() ? "" : await answer.text()}`;
        },
        { timeout: 30_000, interval: 2_000 },
      )
      .toBe("200 ");
  await answered(() => person.request.post("/api/auth/login", { data: { userId: LOGIN_ID, password: PASSWORD } }));
  const code = await app.code();
  await answered(() => person.request.post("/api/auth/verify", { data: { code } }));
}

// What each role finds on these screens: apps/web/src/sections/users/users.test.tsx.
describe("a person's life", () => {
  let app: { code: () => Promise<string> };

  test("invitation: what is missing is said, rights are chosen by keyboard and copied to another account", {
    timeout: LONG,
  }, async () => {
    await page.goto("/users");
    await button("ユーザーを招待する").click();
    await page.waitForURL("**/users/new");
    await button("招待メールを送る").click();
    await page.getByRole("link", { name: "氏名: 入力してください" }).click();
    await expect.poll(() => field("氏名").evaluate((element) => element === document.activeElement)).toBe(true);
    await field("氏名").fill(NAME);
    await field("メールアドレス").fill(MAIL);
    await page.getByRole("checkbox", { name: "箱根 花の湯 本館に所属する" }).check();
    const users = page.getByRole("group", { name: "ユーザー管理" });
    await users.getByRole("checkbox", { name: "ユーザー管理の全て" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await expect.poll(() => users.getByRole("checkbox", { name: "ユーザー管理の一覧・詳細" }).isChecked()).toBe(true);
    await page.getByRole("checkbox", { name: "顧客管理の全て" }).check();
    await expect.poll(() => page.getByRole("checkbox", { name: "顧客管理の新規登録" }).isChecked()).toBe(true);
    await page.getByText("ユーザー管理(一覧・詳細)、顧客管理(全て)", { exact: true }).waitFor();
    await expectNoBarrier(page);
    await button("ほかのアカウントに写す").click();
    await dialog().getByRole("checkbox", { name: "熱海 花の湯別邸" }).check();
    await button("権限を写す").click();
    await dialog().waitFor({ state: "hidden" });
    await expect.poll(() => page.getByRole("checkbox", { name: "熱海 花の湯別邸に所属する" }).isChecked()).toBe(true);

    const since = new Date(Date.now() - 2000);
    await button("招待メールを送る").click();
    await toast(`${NAME}さんに招待メールを送りました`).waitFor();
    await page.waitForURL(/\/users\/\d+$/);
    personId = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]);
    await page.getByText("招待中", { exact: true }).waitFor();
    await button("もう1人招待する").click();
    await page.waitForURL(/\/users\/new\?company_id=\d+$/);
    await page.goBack();
    await button("招待メールを送り直す").click();
    await dialog().getByText("前に送った招待のリンクは使えなくなります。").waitFor();
    await dialog().getByRole("button", { name: "やめる" }).click();
    const link = linkIn(await mailTo(MAIL, /招待/, since));
    ({ app } = await signUp(person, link, LOGIN_ID, PASSWORD));
    await enter(app);
    await personPage.goto("/users");
    await personPage.getByRole("cell", { name: new RegExp(`^${LOGIN_ID}`) }).waitFor();
    await personPage.getByText("閲覧のみ", { exact: true }).first().waitFor();
  });

  test("edit: what a role change means is named, another's change is not overwritten, changed rights log out (409)", {
    timeout: LONG,
  }, async () => {
    await page.goto(`/users/${personId}`);
    await page.getByText("利用中", { exact: true }).waitFor();
    await button("編集する").click();
    await page.waitForURL("**/edit");
    await page.getByRole("radio", { name: "管理者", exact: true }).check();
    await button("「管理者」の標準の権限にする").waitFor();
    await expectNoBarrier(page);
    await page.getByRole("radio", { name: "担当者", exact: true }).check();
    await button("箱根 花の湯 本館の権限を選ぶ").click();
    await page.getByRole("checkbox", { name: "ユーザー管理の編集" }).check();
    await page.getByText("変更: 所属と権限").waitFor();
    await page.getByText(`${NAME}さんはすぐにログアウトされ`).waitFor();

    // Somebody else is faster.
    const answer = await page.context().request.get(`/api/users/${personId}`);
    const now = (await answer.json()) as {
      version: number;
      role: string;
      user_email: string;
      accounts: { id: number; permissions: string[] }[];
    };
    const accounts = now.accounts.map(({ id, permissions }) => ({ account_id: id, permissions }));
    const other = await page.context().request.put(`/api/users/${personId}`, {
      data: { version: now.version, name: `${NAME}子`, user_email: now.user_email, role: now.role, accounts },
    });
    expect(other.ok()).toBe(true);
    await button("保存する").click();
    await button("最新の内容を読み込む").click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForFunction(
      (wanted) => [...document.querySelectorAll("input")].some((input) => input.value === wanted),
      `${NAME}子`,
    );
    await expect.poll(() => page.getByRole("checkbox", { name: "ユーザー管理の編集" }).isChecked()).toBe(true);
    await button("保存する").click();
    await toast("はログアウトされました").waitFor();
    await page.waitForURL(/\/users\/\d+$/);
    await page.getByText("ユーザー管理(一覧・詳細、編集)、顧客管理(全て)", { exact: true }).waitFor();

    await personPage.goto("/customers");
    await personPage.getByText("ユーザー情報が更新されました。再ログインしてください").waitFor();
  });

  test("sign-in: a new password demanded, the authenticator reset, no more use, and back again; each step is in the history", {
    timeout: LONG,
  }, async () => {
    await enter(app);
    await page.goto(`/users/${personId}`);
    await button("パスワードの変更を求める").click();
    await dialog().getByText("すぐにログアウトされます").waitFor();
    await dialog().getByRole("button", { name: "パスワードの変更を求める" }).click();
    await toast("パスワードの変更を求めました").waitFor();
    await page.getByText("すでに変更を求めています。").first().waitFor();

    const since = new Date(Date.now() - 2000);
    await button("認証アプリの登録を取り消す").click();
    await dialog().getByText("いまの認証アプリと復旧コードは使えなくなり").waitFor();
    await dialog().getByRole("button", { name: "認証アプリの登録を取り消す" }).click();
    await toast("認証アプリの登録を取り消し").waitFor();
    await page.getByText("利用中", { exact: true }).waitFor();
    await page.getByText(/再登録待ち/).waitFor();
    const link = linkIn(await mailTo(MAIL, /認証アプリの登録/, since));
    // The open session is over and says so; the link is opened in a browser that knows nothing of it.
    await personPage.goto("/customers");
    await personPage.getByText("ユーザー情報が更新されました。再ログインしてください").waitFor();
    await person.clearCookies();
    await personPage.goto(link);
    await personPage.getByText(`(ユーザーID: ${LOGIN_ID})`).waitFor();
    await button("認証アプリの登録へ進む", personPage).click();
    const key = await personPage.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent();
    const fresh = new Authenticator(key ?? "");
    await field("認証コード", personPage).fill(await fresh.code());
    await button("コードを確認する", personPage).click();
    await secret("password", personPage).fill("not the password at all");
    await button("認証アプリを登録する", personPage).click();
    await personPage.getByText("いまのパスワードが正しくありません").waitFor();
    await secret("password", personPage).fill(PASSWORD);
    await button("認証アプリを登録する", personPage).click();
    await personPage.getByRole("list", { name: "復旧コードの一覧" }).waitFor();
    await personPage.getByLabel("復旧コードを控えました").check();
    await button("ログイン画面へ進む", personPage).click();
    await personPage.waitForURL("**/login");
    await enter(fresh);

    await button("利用を停止する").click();
    await dialog().getByRole("button", { name: "利用を停止する" }).click();
    await toast("の利用を停止しました").waitFor();
    await button("利用を再開する").click();
    await dialog().getByRole("button", { name: "利用を再開する" }).click();
    await toast("の利用を再開しました").waitFor();
    await page.getByText("利用中", { exact: true }).waitFor();

    await page.getByRole("tab", { name: "変更履歴" }).click();
    await page.waitForURL(/tab=history/);
    const history = page.getByRole("list", { name: "変更履歴" });
    for (const step of [
      /を有効にしました/,
      /を無効にしました/,
      /の認証アプリの登録を取り消しました/,
      /にパスワードの変更を求めました/,
      /利用登録を済ませました/,
      /を登録しました/,
    ])
      await history.getByText(step).first().waitFor();
    const rights = history.getByRole("listitem").filter({ hasText: "変更した1項目を見る" });
    await rights.filter({ hasText: "箱根 花の湯 本館 › 権限" }).first().locator("summary").click();
    await history.getByText("ユーザーの編集").first().waitFor();
    await expectNoBarrier(page);
  });
});
