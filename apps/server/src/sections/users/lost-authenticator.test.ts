import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOfStep, stepAt } from "../../session/totp.ts";
import { type Caller, type Facility, makeAccount, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { browser, CHANGED, PASSWORD, signIn, signUp, tokenFromMail } from "../auth/people.fixture.ts";

let t: TestApp;
let now = TEST_NOW;
let inn: Facility;
let admin: Caller;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
  inn = await makeAccount(t.app, { name: "inn" });
  admin = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
});
afterAll(() => t.close());

const accounts = () => [{ account_id: inn.accountId, permissions: ["customers/read"] }];
const post = (path: string, payload: object = {}) => admin({ method: "POST", url: `/api/users${path}`, payload });
const get = async (id: number) => (await admin({ method: "GET", url: `/api/users/${id}` })).json();
const person = (user_email: string) => ({ name: "仲居 花子", user_email, role: "role_user", accounts: accounts() });

test("TOTP reset: id, status and password stay; sessions end, codes are gone; the mailed link asks for the password and registers the new device", async () => {
  const { id } = (await post("", person("taro@example.jp"))).json();
  const call = browser(t);
  const { secret: lost } = await signUp(call, await tokenFromMail(t), "taro.desk", now);
  now = new Date(now.getTime() + 30_000);
  await signIn(call, { loginId: "taro.desk", secret: lost }, now);
  const reset = await post(`/${id}/tfa-reset`);
  expect(reset.json()).toMatchObject({ status: "active", login_id: "taro.desk", tfa_registered: false });
  expect(reset.json().tfa_link_expires_at).toBe(new Date(now.getTime() + 72 * 3_600_000).toISOString());
  expect((await call("GET", "/api/menu")).json()).toEqual(CHANGED);
  const codes = await t.past.asSystem((tx) => sql`select from recovery_codes where user_id = ${id}`.execute(tx.db));
  expect(codes.rows).toHaveLength(0);

  const token = await tokenFromMail(t);
  const mail = t.mails.at(-1);
  expect([mail?.to, mail?.subject]).toEqual(["taro@example.jp", "認証アプリの登録をやり直してください"]);
  expect(mail?.text).toContain("ユーザーID (taro.desk) とパスワードは、そのままです。");
  expect(mail?.text).not.toContain("招待");

  // The password alone leads to the second step and no further.
  expect((await call("POST", "/api/auth/login", { userId: "taro.desk", password: PASSWORD })).statusCode).toBe(200);
  now = new Date(now.getTime() + 30_000);
  const step = await call("POST", "/api/auth/verify", { code: codeOfStep(lost, stepAt(now)) });
  expect([step.statusCode, step.json().message]).toEqual([400, expect.stringContaining("届いたメールのリンクから")]);

  const phone = browser(t);
  const url = "/api/auth/signup";
  expect((await phone("POST", url, { token })).json()).toMatchObject({ login_id: "taro.desk" });
  const other = await phone("POST", `${url}/generatetfa`, { login_id: "another.id" });
  expect(other.json().fields).toEqual({ login_id: "ユーザーIDは変えられません" });
  const { tfa_secret } = (await phone("POST", `${url}/generatetfa`, { login_id: "taro.desk" })).json();
  const body = { login_id: "taro.desk", password: PASSWORD, tfa_secret };
  expect((await phone("PUT", `${url}/registration`, body)).statusCode).toBe(400);
  await phone("POST", `${url}/verifycode`, { code: codeOfStep(tfa_secret, stepAt(now)), tfa_secret });
  const wrong = await phone("PUT", `${url}/registration`, { ...body, password: "another password altogether" });
  expect(wrong.json().fields).toEqual({ password: "いまのパスワードが正しくありません" });
  const guesses = [];
  for (let i = 0; i < 11; i++)
    guesses.push((await phone("PUT", `${url}/registration`, { ...body, password: `guess number ${i}` })).statusCode);
  expect(guesses).toEqual([...Array.from({ length: 9 }, () => 400), 429, 429]);
  now = new Date(now.getTime() + 15 * 60_000);
  const done = await phone("PUT", `${url}/registration`, body);
  expect(done.json().recovery_codes).toHaveLength(10);
  expect((await phone("POST", url, { token })).statusCode).toBe(400);
  await signIn(phone, { loginId: "taro.desk", secret: tfa_secret }, now);
  expect(await get(id)).toMatchObject({ status: "active", tfa_registered: true, tfa_link_expires_at: null });
  await tokenFromMail(t);
  expect(t.mails.at(-1)?.subject).toBe("認証アプリが変更されました");
  const history = (await admin({ method: "GET", url: `/api/users/${id}/history` })).json();
  const actions = history.items.map((line: { action: string }) => line.action);
  expect(actions.filter((action: string) => !/^(login|code_refused)$/.test(action))).toEqual([
    "tfa_changed",
    "reset_tfa",
    "sign_up",
    "create",
  ]);
  expect(JSON.stringify(history)).not.toMatch(/tfa_secret|password":/);
});

test("without an authenticator: deactivated, active again, another address: each time the link goes where it belongs", async () => {
  const { id } = (await post("", person("jiro@example.jp"))).json();
  await signUp(browser(t), await tokenFromMail(t), "jiro.desk", now);
  await post(`/${id}/tfa-reset`);
  const first = await tokenFromMail(t);
  const signup = async (token: string) =>
    (await t.anonymous({ method: "POST", url: "/api/auth/signup", payload: { token } })).statusCode;
  expect(await signup(first)).toBe(200);
  await admin({ method: "DELETE", url: `/api/users/${id}` });
  expect(await signup(first)).toBe(400);
  expect((await post(`/${id}/activation`)).json()).toMatchObject({ status: "active", login_id: "jiro.desk" });
  const second = await tokenFromMail(t);
  const { version } = await get(id);
  const payload = { ...person("jiro.new@example.jp"), version };
  expect((await admin({ method: "PUT", url: `/api/users/${id}`, payload })).statusCode).toBe(200);
  const third = await tokenFromMail(t);
  expect([await signup(second), await signup(third)]).toEqual([400, 200]);
  expect(t.mails.findLast((mail) => mail.text.includes(third))?.to).toBe("jiro.new@example.jp");
  const recipients = t.mails.filter((mail) => mail.subject === "メールアドレスが変更されました").map((mail) => mail.to);
  expect(recipients.sort()).toEqual(["jiro.new@example.jp", "jiro@example.jp"]);
});
