import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { codeOfStep, stepAt } from "../../session/totp.ts";
import { type Facility, makeAccount, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { inviteUser } from "./invite-user.ts";
import {
  type Browser,
  CHANGED,
  invite as invitePerson,
  tokenFromMail as mailedToken,
  browser as openBrowser,
  PASSWORD,
  signUp as signUpPerson,
} from "./people.fixture.ts";

const LINK_INVALID = { status: 400, message: "このリンクは使えません。有効期限が切れているか、すでに使われています" };

let t: TestApp;
let now = TEST_NOW;
let inn: Facility;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
  inn = await makeAccount(t.app, { name: "花の湯" });
});
afterAll(() => t.close());
beforeEach(async () => {
  now = new Date(now.getTime() + 3_600_000);
  await t.app.database.asSystem((tx) => sql`delete from sign_in_throttles`.execute(tx.db));
});

const tokenFromMail = () => mailedToken(t);
const invite = () => invitePerson(t, inn);
const browser = () => openBrowser(t);
const signUp = (call: Browser, token: string, loginId: string) => signUpPerson(call, token, loginId, now);

test("§4 sign-up: token, availability, secret, code, registration; then both steps of the sign-in", async () => {
  const { token } = await invite();
  const call = browser();
  const { secret, recoveryCodes } = await signUp(call, token, "nakai.hanako");
  expect(recoveryCodes).toHaveLength(10);
  expect((await call("POST", "/api/auth/login", { userId: "NAKAI.hanako", password: PASSWORD })).statusCode).toBe(200);
  // The code of sign-up is spent.
  const spent = await call("POST", "/api/auth/verify", { code: codeOfStep(secret, stepAt(now)) });
  expect(spent.json()).toMatchObject({ status: 400, message: "認証コードが正しくありません" });
  now = new Date(now.getTime() + 30_000);
  const verified = await call("POST", "/api/auth/verify", { code: codeOfStep(secret, stepAt(now)) });
  expect(verified.json()).toMatchObject({ verified: true, userId: "nakai.hanako" });
});

test("a recovery code stands in for the authenticator, once", async () => {
  const { token } = await invite();
  const call = browser();
  const [code] = (await signUp(call, token, "recovery.user")).recoveryCodes;
  for (const expected of [200, 400]) {
    await call("POST", "/api/auth/login", { userId: "recovery.user", password: PASSWORD });
    expect((await call("POST", "/api/auth/verify", { code: code?.toUpperCase() })).statusCode).toBe(expected);
  }
});

test("A15: expired, used, cut, changed and superseded tokens are one same error", async () => {
  const used = await invite();
  await signUp(browser(), used.token, "used.token");
  const expired = await invite();
  const superseded = await invite();
  await t.past.asSystem((tx) => inviteUser(t.app, tx, { userId: superseded.userId, invitedBy: null, language: "ja" }));
  const newest = await tokenFromMail();
  now = new Date(now.getTime() + 1);
  const bit = `${newest.slice(0, -2)}${newest.endsWith("A") ? "BB" : "AA"}`;
  for (const token of [used.token, superseded.token, newest.slice(0, 20), bit, "x", "あ"]) {
    expect((await browser()("POST", "/api/auth/signup", { token })).json(), token).toEqual(LINK_INVALID);
  }
  now = new Date(now.getTime() + 72 * 3_600_000 + 1);
  expect((await browser()("POST", "/api/auth/signup", { token: expired.token })).json()).toEqual(LINK_INVALID);
});

test("A17: availability only behind a proven token, and twenty times at most", async () => {
  const { token } = await invite();
  expect((await browser()("POST", "/api/auth/signup/availability", { login_id: "somebody" })).statusCode).toBe(401);
  const call = browser();
  await call("POST", "/api/auth/signup", { token });
  const statuses = [];
  for (let i = 0; i < 21; i++)
    statuses.push((await call("POST", "/api/auth/signup/availability", { login_id: `try${i}xx` })).statusCode);
  expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true);
  expect(statuses[20]).toBe(429);
});

test("A17: asking for a two-factor secret tells about twenty ids at most, too", async () => {
  const taken = "already.taken";
  await signUp(browser(), (await invite()).token, taken);
  const { token } = await invite();
  const call = browser();
  await call("POST", "/api/auth/signup", { token });
  const statuses = [];
  for (let i = 0; i < 21; i++)
    statuses.push((await call("POST", "/api/auth/signup/generatetfa", { login_id: taken })).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429]);
});

test("A18: no registration before a right code, nor with another id or secret than proven", async () => {
  const { token } = await invite();
  const call = browser();
  await call("POST", "/api/auth/signup", { token });
  const body = { login_id: "skip.steps", password: PASSWORD, tfa_secret: "JBSWY3DPEHPK3PXP" };
  expect((await call("PUT", "/api/auth/signup/registration", body)).statusCode).toBe(400);
  const { tfa_secret } = (await call("POST", "/api/auth/signup/generatetfa", { login_id: "skip.steps" })).json();
  expect((await call("PUT", "/api/auth/signup/registration", { ...body, tfa_secret })).statusCode).toBe(400);
  const wrong = await call("POST", "/api/auth/signup/verifycode", { code: "000000", tfa_secret });
  expect(wrong.json().message).toBe("認証コードが正しくありません");
  await call("POST", "/api/auth/signup/verifycode", { code: codeOfStep(tfa_secret, stepAt(now)), tfa_secret });
  expect(
    (await call("PUT", "/api/auth/signup/registration", { ...body, login_id: "other.id", tfa_secret })).statusCode,
  ).toBe(400);
  expect((await call("PUT", "/api/auth/signup/registration", body)).statusCode).toBe(400);
  const weak = await call("PUT", "/api/auth/signup/registration", {
    ...body,
    tfa_secret,
    password: "花の湯花の湯2026",
  });
  expect(weak.json().fields.password).toContain("12文字以上");
  expect((await call("PUT", "/api/auth/signup/registration", { ...body, tfa_secret })).statusCode).toBe(200);
});

test("of many registrations at once with one token, one counts", async () => {
  const { token } = await invite();
  const call = browser();
  await call("POST", "/api/auth/signup", { token });
  const { tfa_secret } = (await call("POST", "/api/auth/signup/generatetfa", { login_id: "parallel.user" })).json();
  await call("POST", "/api/auth/signup/verifycode", { code: codeOfStep(tfa_secret, stepAt(now)), tfa_secret });
  const tries = Array.from({ length: 8 }, () =>
    call("PUT", "/api/auth/signup/registration", { login_id: "parallel.user", password: PASSWORD, tfa_secret }),
  );
  expect((await Promise.all(tries)).filter((answer) => answer.statusCode === 200)).toHaveLength(1);
});

test("A21, A22: forget answers alike for everybody, mails only who exists, and links to the configured origin", async () => {
  const { token } = await invite();
  await signUp(browser(), token, "forgetful");
  await t.past.asSystem((tx) =>
    sql`insert into users (company_id, login_id, user_email, name, role, status) values (${inn.companyId}, 'not.yet', 'n@example.jp', 'n',
      'role_user', 'pending')`.execute(tx.db),
  );
  const before = t.mails.length;
  const bodies = [];
  for (const login_id of ["forgetful", "nobody.at.all", "not.yet"]) {
    const answer = await t.server.inject({
      method: "PUT",
      url: "/api/auth/reset/forget",
      payload: { login_id },
      headers: { host: "evil.test", "x-forwarded-host": "evil.test" },
    });
    bodies.push(answer.body);
  }
  await tokenFromMail();
  expect(new Set(bodies).size).toBe(1);
  expect(t.mails.length).toBe(before + 1);
  expect(t.mails.at(-1)?.text).toContain("http://localhost:3000/login/reset?token=");
});

test("A24, A25: a reset link works once and for 30 minutes, ends the old sessions, and the code is still asked", async () => {
  const { token: invitation } = await invite();
  const old = browser();
  const { secret } = await signUp(old, invitation, "reset.user");
  now = new Date(now.getTime() + 30_000);
  await old("POST", "/api/auth/login", { userId: "reset.user", password: PASSWORD });
  await old("POST", "/api/auth/verify", { code: codeOfStep(secret, stepAt(now)) });
  expect((await old("GET", "/api/menu")).statusCode).toBe(200);
  await old("PUT", "/api/auth/reset/forget", { login_id: "reset.user" });
  const first = await tokenFromMail();
  await old("PUT", "/api/auth/reset/forget", { login_id: "reset.user" });
  const second = await tokenFromMail();
  const call = browser();
  expect((await call("POST", "/api/auth/reset", { token: first })).json()).toEqual(LINK_INVALID);
  expect((await call("POST", "/api/auth/reset", { token: second })).json()).toEqual({ login_id: "reset.user" });
  const reused = await call("PUT", "/api/auth/reset/registration", { login_id: "reset.user", password: PASSWORD });
  expect(reused.json().fields.password).toContain("最近使った");
  const fresh = "川向こうの灯りが三つ見える";
  expect(
    (await call("PUT", "/api/auth/reset/registration", { login_id: "reset.user", password: fresh })).json(),
  ).toEqual({ done: true });
  for (let i = 0; i < 2; i++) expect((await old("GET", "/api/menu")).json()).toEqual(CHANGED);
  expect((await browser()("POST", "/api/auth/reset", { token: second })).json()).toEqual(LINK_INVALID);
  expect((await call("POST", "/api/auth/login", { userId: "reset.user", password: PASSWORD })).statusCode).toBe(401);
  const login = await call("POST", "/api/auth/login", { userId: "reset.user", password: fresh });
  expect(login.json()).toMatchObject({ loggedIn: true, verified: false });
  await call("PUT", "/api/auth/reset/forget", { login_id: "reset.user" });
  const late = await tokenFromMail();
  now = new Date(now.getTime() + 30 * 60_000 + 1);
  expect((await call("POST", "/api/auth/reset", { token: late })).json()).toEqual(LINK_INVALID);
});

test("profile: name, confirmed address, password with old password and code, new device, own sessions", async () => {
  const { token } = await invite();
  const call = browser();
  const { secret } = await signUp(call, token, "profile.user");
  const other = browser();
  for (const each of [call, other]) {
    now = new Date(now.getTime() + 30_000);
    await each("POST", "/api/auth/login", { userId: "profile.user", password: PASSWORD });
    await each("POST", "/api/auth/verify", { code: codeOfStep(secret, stepAt(now)) });
  }
  const bad = await call("PUT", "/api/profile", { name: "仲居 花", user_email: "not an address" });
  expect(bad.json().fields).toEqual({ user_email: "メールアドレスの形式を確認してください" });
  now = new Date(now.getTime() + 30_000);
  const changed = await call("PUT", "/api/profile", {
    name: "仲居 花",
    user_email: "hana@example.net",
    password: PASSWORD,
    code: codeOfStep(secret, stepAt(now)),
  });
  expect(changed.json()).toMatchObject({
    name: "仲居 花",
    user_email: expect.stringMatching(/^staff/),
    pending_email: "hana@example.net",
  });
  const link = await tokenFromMail();
  expect(t.mails.slice(-2).map((mail) => mail.to.replace(/\d+/, "N"))).toEqual(
    expect.arrayContaining(["hana@example.net", "staff.N@example.jp"]),
  );
  expect((await call("POST", "/api/profile/email", { token: link })).json()).toEqual({
    user_email: "hana@example.net",
  });

  const sessions = (await call("GET", "/api/profile/sessions")).json() as { current: boolean }[];
  expect(sessions.map((session) => session.current).sort()).toEqual([false, true]);

  now = new Date(now.getTime() + 30_000);
  const fresh = "川向こうの灯りが三つ見える";
  const wrongOld = await call("PUT", "/api/profile/password", {
    old_password: "wrong",
    password: fresh,
    code: codeOfStep(secret, stepAt(now)),
  });
  expect(wrongOld.json().fields).toEqual({ old_password: "いまのパスワードが正しくありません" });
  const guesses = [];
  for (let i = 0; i < 10; i++)
    guesses.push(
      await call("PUT", "/api/profile/password", { old_password: `guess ${i}`, password: fresh, code: "0" }),
    );
  expect(guesses.map((answer) => answer.statusCode)).toEqual([...Array.from({ length: 9 }, () => 400), 429]);
  await t.app.database.asSystem((tx) => sql`delete from sign_in_throttles`.execute(tx.db));
  const wrongCode = await call("PUT", "/api/profile/password", {
    old_password: PASSWORD,
    password: fresh,
    code: "000000",
  });
  expect(wrongCode.json().fields).toEqual({ code: "認証コードが正しくありません" });
  const done = await call("PUT", "/api/profile/password", {
    old_password: PASSWORD,
    password: fresh,
    code: codeOfStep(secret, stepAt(now)),
  });
  expect(done.json()).toMatchObject({ loggedIn: true, verified: true, pwdUpdateRequired: false });
  expect((await call("GET", "/api/menu")).statusCode).toBe(200);
  expect((await other("GET", "/api/menu")).json()).toMatchObject({ status: 409 });

  now = new Date(now.getTime() + 30_000);
  const { tfa_secret } = (await call("POST", "/api/profile/tfa", { code: codeOfStep(secret, stepAt(now)) })).json();
  expect((await call("PUT", "/api/profile/tfa", { code: codeOfStep(secret, stepAt(now)) })).statusCode).toBe(400);
  const renewed = await call("PUT", "/api/profile/tfa", { code: codeOfStep(tfa_secret, stepAt(now)) });
  expect(renewed.json().recovery_codes).toHaveLength(10);
  now = new Date(now.getTime() + 30_000);
  const again = browser();
  await again("POST", "/api/auth/login", { userId: "profile.user", password: fresh });
  expect((await again("POST", "/api/auth/verify", { code: codeOfStep(secret, stepAt(now)) })).statusCode).toBe(400);
  expect((await again("POST", "/api/auth/verify", { code: codeOfStep(tfa_secret, stepAt(now)) })).statusCode).toBe(200);
});

test("waiting mails hold no working link in the job tables", async () => {
  const { userId } = await invite();
  await t.past.asSystem((tx) => inviteUser(t.app, tx, { userId, invitedBy: null, language: "en" }));
  const rows = await t.past.pool.query<{ v: string }>(
    "select data::text as v from pgboss.job where name = 'account-mail'",
  );
  const token = await tokenFromMail();
  expect(t.mails.at(-1)?.subject).toBe("You are invited to Okaeri");
  expect(rows.rows.map((row) => row.v).join()).not.toContain(token);
});

test.each([
  ["the login id", "A27.Password", "ユーザーID"],
  ["the hotel's name", "花の湯 花の湯 2026", "施設名"],
  ["one of the published list", "1q2w3e4r5t6y", "よく使われる"],
  ["11 characters", "裏山の柿が今年もよく", "12文字以上"],
  ["200 characters", "裏山の柿が今年もよく実った".repeat(16), "128文字以内"],
  ["a NUL inside", "裏山の柿が今年も\u0000よく実った", "使えない文字"],
])("A27: a password of %s is refused with its reason at the field", async (_name, password, reason) => {
  const { call, body } = await atPassword("a27.password");
  const answer = await call("PUT", "/api/auth/signup/registration", { ...body, password });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().fields.password).toContain(reason);
});

test.each([
  ["emoji", "🍵♨️🍁🌕🦌🐢⛩️🎋🍡🏯🌸🍶🎐"],
  ["spaces inside and capitals", "  Three Herons Over The Weir  "],
  ["128 characters", "裏山の柿が今年も実ったよ".repeat(10).padEnd(128, "あいう")],
])("A27: a password of %s is good, and signs in as it was typed", async (_name, password) => {
  const { call, body } = await atPassword("a27.good");
  expect((await call("PUT", "/api/auth/signup/registration", { ...body, password })).statusCode).toBe(200);
  const login = await call("POST", "/api/auth/login", { userId: "a27.good", password });
  expect(login.json()).toMatchObject({ loggedIn: true, verified: false });
  await t.past.asSystem((tx) =>
    sql`update users set login_id = 'a27.' || id where login_id = 'a27.good'`.execute(tx.db),
  );
});

/** An invited person at the last step but one. */
async function atPassword(login_id: string) {
  const { token } = await invite();
  const call = browser();
  await call("POST", "/api/auth/signup", { token });
  const { tfa_secret } = (await call("POST", "/api/auth/signup/generatetfa", { login_id })).json();
  await call("POST", "/api/auth/signup/verifycode", { code: codeOfStep(tfa_secret, stepAt(now)), tfa_secret });
  return { call, body: { login_id, tfa_secret } };
}
