import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectNoBarrier } from "./accessibility.ts";
import { Authenticator } from "./authenticator.ts";
import { openBrowser, openWindow, signIn } from "./browser.ts";
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

type Item = { id: number; login_id: string | null };

let browser: Browser;
let page: Page;
let person: BrowserContext;
let personPage: Page;
let personId = 0;

const { button, field, heading, toast, secret } = partsOf(() => page);
const dialog = () => page.getByRole("dialog");

beforeAll(async () => {
  browser = await openBrowser();
  page = await windowOf(browser, "hana_admin", signIn);
  ({ context: person, page: personPage } = await openWindow(browser));
}, LONG);
afterAll(() => browser?.close());

async function idOf(loginId: string, on = page): Promise<number> {
  const answer = await on.context().request.get(`/api/users?q=${loginId}&size=100`);
  const { items } = (await answer.json()) as { items: Item[] };
  const found = items.find((item) => item.login_id === loginId);
  if (!found) throw new Error(`${loginId} is not in the list`);
  return found.id;
}

/** The invited person, signed in anew over the calls. */
async function enter(app: { code: () => Promise<string> }): Promise<void> {
  const login = await person.request.post("/api/auth/login", { data: { userId: LOGIN_ID, password: PASSWORD } });
  expect(login.ok()).toBe(true);
  const verify = await person.request.post("/api/auth/verify", { data: { code: await app.code() } });
  expect(verify.ok()).toBe(true);
}

describe("§6, users list: the screens offer what the role may do, and say why not", () => {
  test("a client's administrator: everything on the list, the log, and no client column", async () => {
    await page.goto("/users");
    await page.getByRole("cell", { name: /^hana_front/ }).waitFor();
    await button("ユーザーを招待する").waitFor();
    await button("操作の記録").waitFor();
    await button("CSVに書き出す").waitFor();
    expect(await page.getByRole("columnheader", { name: "クライアント" }).count()).toBe(0);
    await expect.poll(() => page.getByRole("link", { name: /さんを編集する$/ }).count()).toBeGreaterThanOrEqual(3);
  });

  test("one's own row: name may be changed, rights and sign-in not, with the reason", async () => {
    const own = await idOf("hana_admin");
    await page.goto(`/users/${own}`);
    await heading("ログインの管理").waitFor();
    await expect.poll(() => button("利用を停止する").getAttribute("aria-disabled")).toBe("true");
    await expect.poll(() => page.getByText("自分自身には行えません。").count()).toBeGreaterThanOrEqual(3);
    await page.goto(`/users/${own}/edit`);
    await page.getByText("自分の役割と権限は変えられません。").waitFor();
    await expect.poll(() => field("メールアドレス").isEditable()).toBe(false);
    await page.getByRole("link", { name: "プロフィールを開く" }).waitFor();
  });

  test("provider staff: an administrator sees all clients; support staff with users/read only read, and are told why", async () => {
    const vc = await windowOf(browser, "vc_admin", signIn);
    await vc.goto("/users");
    await vc.getByRole("cell", { name: /^tsuki_front/ }).waitFor();
    await vc.getByRole("columnheader", { name: "クライアント" }).waitFor();
    await vc.getByRole("link", { name: "操作の記録" }).waitFor();
    await vc.getByRole("search", { name: "絞り込み" }).getByRole("button", { name: "クライアント" }).click();
    await vc.getByRole("radio", { name: "奥入瀬 月の宿" }).click();
    await vc.waitForURL(/company_id=\d+/);
    await vc.getByText("2人", { exact: true }).first().waitFor();

    const support = await windowOf(browser, "vc_support", signIn);
    await support.goto("/users");
    await support.getByRole("cell", { name: /^tsuki_front/ }).waitFor();
    await expect.poll(() => button("ユーザーを招待する", support).getAttribute("aria-disabled")).toBe("true");
    expect(await support.getByRole("link", { name: /さんを編集する$/ }).count()).toBe(0);
    expect(await support.getByRole("link", { name: "操作の記録" }).count()).toBe(0);
    const clerk = await idOf("tsuki_front", support);
    await support.goto(`/users/${clerk}`);
    await support
      .locator("small", { hasText: "この操作をする権限がありません。管理者にご相談ください。" })
      .first()
      .waitFor();
    await expect.poll(() => button("編集する", support).getAttribute("aria-disabled")).toBe("true");
    expect(await support.getByRole("tab").count()).toBe(0);
    await expectNoBarrier(support);
    await support.goto(`/users/${clerk}/edit`);
    await support.getByText("不正リクエストです").waitFor();
    await support.goto("/users/new");
    await support.getByText("不正リクエストです").waitFor();
    await support.goto("/audit");
    await support.getByText("お探しのページが見つかりませんでした").waitFor();
  });

  test("a clerk without users/read: a greyed menu entry, no invitation, no log", async () => {
    const front = await windowOf(browser, "hana_front", signIn);
    await front.goto("/");
    await expect.poll(() => button(/^ユーザー管理/, front).getAttribute("aria-disabled")).toBe("true");
    await front.goto("/users");
    await front.getByText("不正リクエストです").waitFor();
    expect(await button("CSVに書き出す", front).count()).toBe(0);
    await front.goto("/users/new");
    await front.getByText("不正リクエストです").waitFor();
    await front.goto("/audit");
    await front.getByText("お探しのページが見つかりませんでした").waitFor();
    await page.goto("/users/abc");
    await page.getByText("お探しのページが見つかりませんでした").waitFor();
  });
});

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

  test("unsaved edits are guarded", async () => {
    await page.goto(`/users/${personId}/edit`);
    await field("氏名").fill("書きかけ");
    await page.getByRole("link", { name: "ユーザー管理" }).last().click();
    await page.getByRole("dialog", { name: "保存していない変更があります" }).waitFor();
    await button("変更を捨てて移動する").click();
    await page.waitForURL("**/users");
  });

  test("what the editor does not hold is locked, with the reason", { timeout: LONG }, async () => {
    await enter(app);
    await personPage.goto(`/users/${await idOf("hana_front")}/edit`);
    await button("箱根 花の湯 本館の権限を閉じる", personPage).waitFor();
    await personPage.getByText(/変えられない権限: キャンペーン管理の一覧・詳細/).waitFor();
    const campaigns = personPage.getByRole("checkbox", { name: "キャンペーン管理の一覧・詳細" });
    expect([await campaigns.isChecked(), await campaigns.isDisabled()]).toEqual([true, true]);
    await expect.poll(() => personPage.getByRole("checkbox", { name: "顧客管理の新規登録" }).isDisabled()).toBe(false);
    await expect.poll(() => personPage.getByRole("radio", { name: "すべての操作" }).isDisabled()).toBe(true);
    await expectNoBarrier(personPage);
  });

  test("sign-in: a new password demanded, the authenticator reset, no more use, and back again", {
    timeout: LONG,
  }, async () => {
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
  });

  test("every step is in the history, field by field", async () => {
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
