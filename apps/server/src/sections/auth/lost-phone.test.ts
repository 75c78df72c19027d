import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { codeOfStep, stepAt } from "../../session/totp.ts";
import { type Facility, makeAccount, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import {
  type Browser,
  browser,
  CHANGED,
  invite,
  PASSWORD,
  sendWaitingMails,
  signIn,
  signUp,
  tokenFromMail,
} from "./people.fixture.ts";

const FRESH = "川向こうの灯りが三つ見える";
let t: TestApp;
let now = TEST_NOW;
let inn: Facility;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
  inn = await makeAccount(t.app, { name: "花の湯" });
});
afterAll(() => t.close());
beforeEach(async () => {
  now = new Date(now.getTime() + 7_200_000);
  await sendWaitingMails(t);
  t.mails.length = 0;
});

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

type Person = { userId: number; loginId: string; secret: string; recoveryCodes: string[]; mail: string; call: Browser };

/** Somebody signed up and signed in, whose mails so far are of no interest. */
async function somebody(loginId: string): Promise<Person> {
  const { userId, token } = await invite(t, inn);
  const call = browser(t);
  const made = await signUp(call, token, loginId, now);
  later(30_000);
  await signIn(call, { loginId, secret: made.secret }, now);
  later(30_000);
  await sendWaitingMails(t);
  t.mails.length = 0;
  return { userId, loginId, ...made, mail: `staff.${userId}@example.jp`, call };
}

/** The mails that were sent: recipient and subject. */
async function deliveredMails(): Promise<[string, string][]> {
  await sendWaitingMails(t);
  return t.mails.splice(0).map((mail): [string, string] => [mail.to, mail.subject]);
}

test("a lost phone: recovery codes sign in, replace the authenticator, change the password; each is told by mail", async () => {
  const person = await somebody("lost.phone");
  const codes = [...person.recoveryCodes];
  const fresh = browser(t);
  await fresh("POST", "/api/auth/login", { userId: person.loginId, password: PASSWORD });
  expect((await fresh("POST", "/api/auth/verify", { code: codes.pop() })).statusCode).toBe(200);
  expect(await deliveredMails()).toEqual([[person.mail, "復旧コードでログインがありました"]]);

  const spent = await fresh("POST", "/api/profile/tfa", { code: person.recoveryCodes.at(-1) });
  expect(spent.json().fields).toEqual({ code: "認証コードが正しくありません" });
  const change = { old_password: PASSWORD, password: FRESH, code: codes.pop() };
  expect((await fresh("PUT", "/api/profile/password", change)).statusCode).toBe(200);
  expect(await deliveredMails()).toEqual([[person.mail, "パスワードが変更されました"]]);
  expect((await person.call("GET", "/api/menu")).json()).toEqual(CHANGED);

  const { tfa_secret } = (await fresh("POST", "/api/profile/tfa", { code: codes.pop() })).json();
  const renewed = await fresh("PUT", "/api/profile/tfa", { code: codeOfStep(tfa_secret, stepAt(now)) });
  expect(renewed.json().recovery_codes).toHaveLength(10);
  expect(await deliveredMails()).toEqual([[person.mail, "認証アプリが変更されました"]]);
  later(30_000);
  await signIn(browser(t), { loginId: person.loginId, password: FRESH, secret: tfa_secret }, now);
});

test("recovery codes are made anew with a code of either kind; the earlier ones are dead; of two at once one set counts", async () => {
  const person = await somebody("new.codes");
  const ask = (code: string | undefined) => person.call("POST", "/api/profile/recovery-codes", { code });
  expect((await ask("000000")).json().fields).toEqual({ code: "認証コードが正しくありません" });
  const first = (await ask(codeOfStep(person.secret, stepAt(now)))).json().recovery_codes as string[];
  expect(first).toHaveLength(10);
  expect(await deliveredMails()).toEqual([[person.mail, "復旧コードが作り直されました"]]);
  expect((await ask(person.recoveryCodes[0])).statusCode).toBe(400);
  await Promise.all([ask(first[0]), ask(first[1])]);
  expect((await person.call("GET", "/api/profile")).json().recovery_codes_left).toBe(10);
});

test("a new browser is told of, a known one is not, and the first sign-in ever is not", async () => {
  const { token } = await invite(t, inn);
  const home = browser(t);
  const { secret } = await signUp(home, token, "new.browser", now);
  await sendWaitingMails(t);
  t.mails.length = 0;
  later(30_000);
  const phone = browser(t, { "user-agent": "Mozilla/5.0 (iPhone) Safari/604.1" });
  await signIn(phone, { loginId: "new.browser", secret }, now);
  expect(await deliveredMails()).toEqual([]);
  later(30_000);
  await signIn(home, { loginId: "new.browser", secret }, now);
  expect(await deliveredMails()).toEqual([]);
  later(30_000);
  const cafe = browser(t, {
    "user-agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0",
    "x-forwarded-for": "203.0.113.5",
  });
  await signIn(cafe, { loginId: "new.browser", secret }, now);
  await sendWaitingMails(t);
  const [mail] = t.mails.splice(0);
  expect(mail?.subject).toBe("新しい端末からログインがありました");
  expect(mail?.text).toMatch(
    /日時: \d{4}年\d\d月\d\d日 \d\d:\d\d \(日本時間\)\n端末: Windows Firefox\nIPアドレス: 203\.0\.113\.5/,
  );
  later(30_000);
  await signIn(cafe, { loginId: "new.browser", secret }, now);
  expect(await deliveredMails()).toEqual([]);
});

test("one's own password change voids open reset links, and a finished reset ends every session with 409", async () => {
  const person = await somebody("reset.links");
  await browser(t)("PUT", "/api/auth/reset/forget", { login_id: person.loginId });
  const link = await tokenFromMail(t);
  const change = { old_password: PASSWORD, password: FRESH, code: codeOfStep(person.secret, stepAt(now)) };
  expect((await person.call("PUT", "/api/profile/password", change)).statusCode).toBe(200);
  expect((await browser(t)("POST", "/api/auth/reset", { token: link })).statusCode).toBe(400);
  await browser(t)("PUT", "/api/auth/reset/forget", { login_id: person.loginId });
  const next = await tokenFromMail(t);
  t.mails.length = 0;
  const call = browser(t);
  await call("POST", "/api/auth/reset", { token: next });
  const body = { login_id: ` ${person.loginId.toUpperCase()}`, password: "雪のあとの竹林を抜ける風" };
  expect((await call("PUT", "/api/auth/reset/registration", body)).statusCode).toBe(200);
  expect((await person.call("GET", "/api/menu")).json()).toEqual(CHANGED);
  expect(await deliveredMails()).toEqual([[person.mail, "パスワードが変更されました"]]);
});

test("another mail address: password and code are asked, the old address is told, its links die, asks are limited", async () => {
  const person = await somebody("new.mail");
  const body = { name: "試験 花子", user_email: "Hana@Example.net" };
  const save = (more: object = {}) => person.call("PUT", "/api/profile", { ...body, ...more });
  expect((await save()).json().fields).toEqual({
    password: "入力してください",
    code: "入力してください",
  });
  const code = codeOfStep(person.secret, stepAt(now));
  expect((await save({ password: "wrong", code })).json().fields).toEqual({
    password: "いまのパスワードが正しくありません",
  });
  expect((await save({ password: PASSWORD, code: "000000" })).json().fields).toEqual({
    code: "認証コードが正しくありません",
  });
  expect(await deliveredMails()).toEqual([]);
  await browser(t)("PUT", "/api/auth/reset/forget", { login_id: person.loginId });
  const reset = await tokenFromMail(t);
  expect((await save({ password: PASSWORD, code })).json()).toMatchObject({ pending_email: "Hana@example.net" });
  const link = await tokenFromMail(t);
  const mails = new Map(t.mails.splice(0).map((mail) => [mail.subject, mail]));
  const asked = mails.get("メールアドレスの変更が申し込まれました");
  expect([asked?.to, asked?.text]).toEqual([person.mail, expect.stringContaining("新しいアドレス: H***@example.net")]);
  const deadline = /リンクの期限: \d{4}年\d\d月\d\d日 \d\d:\d\d \(日本時間\)/;
  const confirm = mails.get("メールアドレスの確認");
  expect([confirm?.to, confirm?.text]).toEqual(["Hana@example.net", expect.stringMatching(deadline)]);
  expect(confirm?.text).toContain("花の湯 の 試験 花子 さん");
  await person.call("POST", "/api/profile/email", { token: link });
  expect((await deliveredMails()).sort()).toEqual(
    [
      ["Hana@example.net", "メールアドレスが変更されました"],
      [person.mail, "メールアドレスが変更されました"],
    ].sort(),
  );
  expect((await browser(t)("POST", "/api/auth/reset", { token: reset })).statusCode).toBe(400);

  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) {
    later(30_000);
    const next = {
      user_email: `other${i}@example.net`,
      password: PASSWORD,
      code: codeOfStep(person.secret, stepAt(now)),
    };
    statuses.push((await save(next)).statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
});

test("saves of one's profile at once answer 200 or say what is wrong; of one version the first counts (412)", async () => {
  const person = await somebody("many.saves");
  const { version, user_email } = (await person.call("GET", "/api/profile")).json();
  const code = codeOfStep(person.secret, stepAt(now));
  const both = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      person.call("PUT", "/api/profile", {
        name: `花子 ${i}`,
        user_email: "race@example.net",
        password: PASSWORD,
        code,
      }),
    ),
  );
  expect(both.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  expect(both.every((answer) => [200, 400].includes(answer.statusCode))).toBe(true);
  // With a recovery code each, all of them are good.
  const good = await Promise.all(
    person.recoveryCodes.slice(0, 4).map((each, i) =>
      person.call("PUT", "/api/profile", {
        name: "花子",
        user_email: `race${i}@example.net`,
        password: PASSWORD,
        code: each,
      }),
    ),
  );
  expect(good.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200]);
  const stale = await person.call("PUT", "/api/profile", { name: "遅れた名前", user_email, version });
  expect([stale.statusCode, stale.json().message]).toEqual([
    412,
    expect.stringContaining("ほかの人が先に変更しました"),
  ]);
});

test("A21: three reset mails an hour for an id; an unknown id costs the same; one address asking much stops nobody", async () => {
  const person = await somebody("forgetful.one");
  const neighbour = await somebody("forgetful.two");
  const ask = async (login_id: string) => (await browser(t)("PUT", "/api/auth/reset/forget", { login_id })).body;
  const bodies: string[] = [];
  for (let i = 0; i < 5; i++) for (const id of [person.loginId, "nobody.at.all"]) bodies.push(await ask(id));
  for (let i = 0; i < 40; i++) bodies.push(await ask(`unknown.${i}`));
  bodies.push(await ask(neighbour.loginId));
  expect(new Set(bodies)).toEqual(new Set([JSON.stringify({ done: true })]));
  const mails = await deliveredMails();
  expect(mails.filter(([to]) => to === person.mail)).toHaveLength(3);
  expect(mails.filter(([to]) => to === neighbour.mail)).toHaveLength(1);
  // Counted and waiting alike, known or not.
  const jobs = await t.app.database.pool.query(
    "select 1 from pgboss.job where name = 'account-mail' and state = 'created'",
  );
  expect(jobs.rows).toHaveLength(0);
  later(59 * 60_000);
  await ask(person.loginId);
  expect(await deliveredMails()).toEqual([]);
  later(60_000);
  await ask(person.loginId);
  expect(await deliveredMails()).toEqual([[person.mail, "パスワードの再設定"]]);
});

test("registrations of one id at once: one is registered, the others are told at the field", async () => {
  const people: { token: string; call: Browser }[] = [];
  for (let i = 0; i < 4; i++) people.push({ token: (await invite(t, inn)).token, call: browser(t) });
  const bodies: object[] = [];
  for (const { token, call } of people) {
    await call("POST", "/api/auth/signup", { token });
    const { tfa_secret } = (await call("POST", "/api/auth/signup/generatetfa", { login_id: "same.id" })).json();
    await call("POST", "/api/auth/signup/verifycode", { code: codeOfStep(tfa_secret, stepAt(now)), tfa_secret });
    bodies.push({ login_id: "Same.ID", password: PASSWORD, tfa_secret });
  }
  const answers = await Promise.all(
    people.map(({ call }, i) => call("PUT", "/api/auth/signup/registration", bodies[i])),
  );
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400, 400, 400]);
  for (const answer of answers.filter((each) => each.statusCode === 400))
    expect(answer.json().fields).toEqual({ login_id: "すでに使われています。別のものにしてください" });
});

test("the database holds ids in their one form only", async () => {
  const set = (loginId: string) =>
    t.past.asSystem((tx) =>
      sql`insert into users (company_id, login_id, user_email, name, role) values (${inn.companyId}, ${loginId}, 'a@example.jp', 'a',
        'role_user')`.execute(tx.db),
    );
  for (const wrong of ["Capital.Id", "tsukİ_admin", "ａｂｃｄ", "abc", "with space"])
    await expect(set(wrong), wrong).rejects.toThrow(/users_login_id_check/);
});
