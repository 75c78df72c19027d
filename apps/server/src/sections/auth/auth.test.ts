import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openLog } from "../../log.ts";
import { buildServer } from "../../main/build-server.ts";
import { hashPassword } from "../../session/passwords.ts";
import { bindingOf } from "../../session/sealed-places.ts";
import { openSession } from "../../session/session-store.ts";
import { codeOfStep, newTotpSecret, stepAt } from "../../session/totp.ts";
import { makeAccount, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";

const PASSWORD = "本館の 長い 合言葉 2026";
const REFUSED = { status: 401, message: "ユーザーIDまたはパスワードが正しくありません" };
const EXPIRED = { status: 401, message: "セッションの有効期限が切れました。再度ログインしてください。" };

let t: TestApp;
let now = TEST_NOW;
let user: { id: number; loginId: string; secret: string };

beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
  const password = await hashPassword(PASSWORD);
  const ryokan = await makeAccount(t.app, { name: "auth" });
  const id = await makeUser(t.app, ryokan, "role_admin", ["*"]);
  const secret = newTotpSecret();
  await t.past.asSystem((tx) =>
    sql`update users set login_id = 'okami', password = ${password}, tfa_secret = ${t.app.cipher.seal(secret, bindingOf("tfa", id))}
      where id = ${id}`.execute(tx.db),
  );
  user = { id, loginId: "okami", secret };
});
afterAll(() => t.close());
beforeEach(async () => {
  now = new Date(Math.max(now.getTime(), TEST_NOW.getTime()) + 3_600_000);
  await t.app.database.asSystem((tx) => sql`delete from sign_in_throttles`.execute(tx.db));
});

const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  t.server.inject({ method: "POST", url, payload: payload as object, headers });
const cookieOf = (answer: { cookies: { name: string; value: string }[] }) =>
  answer.cookies.find((c) => c.name === "okaeri")?.value ?? "";
const login = () => post("/api/auth/login", { userId: user.loginId, password: PASSWORD });
const codeNow = () => codeOfStep(user.secret, stepAt(now));
async function signIn(): Promise<string> {
  const first = cookieOf(await login());
  const second = await post("/api/auth/verify", { code: codeNow() }, { cookie: `okaeri=${first}` });
  expect(second.statusCode).toBe(200);
  return cookieOf(second);
}
const session = (cookie: string) =>
  t.server.inject({ url: "/api/auth/session", headers: { cookie: `okaeri=${cookie}` } });
const menu = (cookie: string) => t.server.inject({ url: "/api/menu", headers: { cookie: `okaeri=${cookie}` } });

test("§7 login and verify answer the session data; the id changes at both steps (S02)", async () => {
  const first = await login();
  expect(first.json()).toEqual({
    loggedIn: true,
    verified: false,
    userId: "okami",
    role: "role_admin",
    pwdUpdateRequired: false,
    permitted_page_actions: [],
    planOptions: [],
  });
  const before = cookieOf(first);
  const second = await post("/api/auth/verify", { code: codeNow() }, { cookie: `okaeri=${before}` });
  const after = cookieOf(second);
  expect(after).not.toBe(before);
  expect(second.json()).toMatchObject({
    verified: true,
    planOptions: ["crm_option"],
    permitted_page_actions: [{ actions: ["*"] }],
  });
  expect((await menu(before)).statusCode).toBe(401);
  expect((await menu(after)).statusCode).toBe(200);
  for (const cookie of second.cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
});

test("A01, A06: unknown id, wrong password, pending, inactive: the same answer to the byte", async () => {
  const answers = [];
  answers.push(await post("/api/auth/login", { userId: "nobody", password: PASSWORD }));
  answers.push(await post("/api/auth/login", { userId: "okami", password: "wrong password 1" }));
  for (const status of ["pending", "inactive"]) {
    await t.past.asSystem((tx) => sql`update users set status = ${status} where id = ${user.id}`.execute(tx.db));
    answers.push(await login());
  }
  await t.past.asSystem((tx) => sql`update users set status = 'active' where id = ${user.id}`.execute(tx.db));
  expect(answers.map((a) => [a.statusCode, a.body])).toEqual(answers.map(() => [401, JSON.stringify(REFUSED)]));
  expect(answers.flatMap((a) => a.cookies)).toEqual([]);
});

test.each([[[]], [{}], [1], [true], [null], [undefined], [""], ["x".repeat(600)]])(
  "A03: password %j is refused before any work",
  async (password) => {
    const answer = await post("/api/auth/login", { userId: "okami", password });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ status: 400, fields: { password: expect.any(String) } });
  },
);

test("A04: a body of a megabyte and more is refused", async () => {
  const answer = await post("/api/auth/login", { userId: "okami", password: "x".repeat(1_100_000) });
  expect([answer.statusCode, answer.json().message]).toEqual([413, "送られたデータが大きすぎます"]);
});

test("A09, A14: no data without both steps", async () => {
  expect((await post("/api/auth/verify", { code: codeNow() })).json()).toEqual(EXPIRED);
  const first = cookieOf(await login());
  expect((await menu(first)).json()).toEqual(EXPIRED);
});

test.each(["", "000000", " 123456", "１２３４５６", "123456.0", "12345", "abcdef"])(
  "A12: code %j is wrong",
  async (code) => {
    const first = cookieOf(await login());
    const answer = await post("/api/auth/verify", { code }, { cookie: `okaeri=${first}` });
    expect(answer.statusCode).toBe(400);
  },
);

test("A10: a code counts once; of fifty at once exactly one", async () => {
  const ip = "127.0.0.1";
  const cookies = await Promise.all(
    Array.from({ length: 50 }, () =>
      t.app.database.asSystem((tx) =>
        openSession(tx, t.app.clock, { userId: user.id, verified: false, ip, userAgent: "" }),
      ),
    ),
  );
  const code = codeNow();
  const answers = await Promise.all(
    cookies.map((cookie) => post("/api/auth/verify", { code }, { cookie: `okaeri=${cookie}` })),
  );
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
});

test("one step of drift back is accepted, none forward, and never an older one after a newer", async () => {
  const first = cookieOf(await login());
  const ahead = await post(
    "/api/auth/verify",
    { code: codeOfStep(user.secret, stepAt(now) + 1) },
    { cookie: `okaeri=${first}` },
  );
  expect(ahead.statusCode).toBe(400);
  const back = await post(
    "/api/auth/verify",
    { code: codeOfStep(user.secret, stepAt(now) - 1) },
    { cookie: `okaeri=${first}` },
  );
  expect(back.statusCode).toBe(200);
  await signIn();
  const again = cookieOf(await login());
  const older = await post(
    "/api/auth/verify",
    { code: codeOfStep(user.secret, stepAt(now) - 1) },
    { cookie: `okaeri=${again}` },
  );
  expect(older.statusCode).toBe(400);
});

test("A13: five wrong codes end the second step, also for the right code", async () => {
  const first = cookieOf(await login());
  const wrong = codeNow() === "111111" ? "222222" : "111111";
  const statuses = [];
  for (let i = 0; i < 5; i++)
    statuses.push((await post("/api/auth/verify", { code: wrong }, { cookie: `okaeri=${first}` })).statusCode);
  expect(statuses).toEqual([400, 400, 400, 400, 401]);
  expect((await post("/api/auth/verify", { code: codeNow() }, { cookie: `okaeri=${first}` })).statusCode).toBe(401);
});

test("A07: a hundred guesses sent at once are counted before they are looked at", async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => post("/api/auth/login", { userId: "okami", password: `guess number ${i}` })),
  );
  expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(10);
  expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(90);
});

test("A07: a right password is no failure", async () => {
  for (let i = 0; i < 12; i++) expect((await login()).statusCode).toBe(200);
});

test("A13: codes sent at once to one second step are looked at five times at most", async () => {
  const refused = () =>
    t.app.database.asSystem(
      async (tx) => (await sql`select 1 from audit_logs where action = 'code_refused'`.execute(tx.db)).rows.length,
    );
  const before = await refused();
  const first = cookieOf(await login());
  const right = codeNow();
  const wrong = Array.from({ length: 20 }, (_, i) => String(100_000 + i)).filter((code) => code !== right);
  await Promise.all(wrong.map((code) => post("/api/auth/verify", { code }, { cookie: `okaeri=${first}` })));
  expect((await refused()) - before).toBe(5);
});

test("S07: idle for 31 minutes, or 12 hours and a minute in all: signed out", async () => {
  const idle = await signIn();
  now = new Date(now.getTime() + 31 * 60_000);
  expect((await menu(idle)).json()).toEqual(EXPIRED);
  now = new Date(now.getTime() + 3_600_000);
  const busy = await signIn();
  for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
    expect((await menu(busy)).statusCode, `after ${minutes} minutes`).toBe(200);
    now = new Date(now.getTime() + 20 * 60_000);
  }
  now = new Date(now.getTime() + 60_000);
  expect((await menu(busy)).statusCode).toBe(401);
});

test("§8: a changed user is logged out with 409 and its message, until the next sign-in", async () => {
  const cookie = await signIn();
  await t.past.asSystem((tx) =>
    sql`update sessions set ended_at = now(), end_reason = 'changed' where ended_at is null`.execute(tx.db),
  );
  const message = "ユーザー情報が更新されました。再ログインしてください";
  for (let i = 0; i < 2; i++) expect((await menu(cookie)).json()).toEqual({ status: 409, message });
  expect((await post("/api/auth/logout", {}, { cookie: `okaeri=${cookie}` })).statusCode).toBe(200);
});

test("S03, S04: logout ends the own session only, whatever the body names", async () => {
  const mine = await signIn();
  now = new Date(now.getTime() + 60_000);
  const other = await signIn();
  expect((await post("/api/auth/logout", { userId: "somebody-else" }, { cookie: `okaeri=${mine}` })).json()).toEqual({
    loggedIn: false,
  });
  expect((await session(mine)).json()).toMatchObject({ loggedIn: false, userId: null });
  expect((await session(other)).json()).toMatchObject({ loggedIn: true, verified: true });
});

test("§2: a password that must be changed confines to the profile", async () => {
  const cookie = await signIn();
  await t.past.asSystem((tx) =>
    sql`update users set password_update_required = true where id = ${user.id}`.execute(tx.db),
  );
  const profile = await t.server.inject({ url: "/api/profile", headers: { cookie: `okaeri=${cookie}` } });
  expect([(await menu(cookie)).statusCode, profile.statusCode]).toEqual([403, 200]);
  await t.past.asSystem((tx) =>
    sql`update users set password_update_required = false where id = ${user.id}`.execute(tx.db),
  );
});

test("an account outside its contract lets nobody in", async () => {
  const cookie = await signIn();
  await t.app.database.asSystem((tx) => sql`update accounts set contract_ended_at = '2026-01-01'`.execute(tx.db));
  expect((await login()).json()).toEqual(REFUSED);
  expect((await menu(cookie)).statusCode).toBe(401);
  await t.app.database.asSystem((tx) => sql`update accounts set contract_ended_at = null`.execute(tx.db));
});

test("secrets are not at rest: cookie, password and two-factor secret cannot be read from the tables", async () => {
  const cookie = await signIn();
  const dump = await t.past.asSystem(async (tx) => {
    const rows = await sql<{
      v: string;
    }>`select to_jsonb(session)::text || to_jsonb(person)::text as v from sessions session
      join users person on person.id = session.user_id`.execute(tx.db);
    return rows.rows.map((row) => row.v).join();
  });
  for (const secret of [cookie, PASSWORD, user.secret]) expect(dump).not.toContain(secret);
});

test("S01: over HTTPS the cookie is __Host-, Secure, HttpOnly, SameSite, with path / and no domain", async () => {
  const secure = await buildServer({ ...t.app, origin: "https://crm.example.jp" }, openLog("silent"));
  const answer = await secure.inject({
    method: "POST",
    url: "/api/auth/login",
    payload: { userId: user.loginId, password: PASSWORD },
  });
  const [cookie] = answer.cookies;
  expect(cookie).toEqual({
    name: "__Host-okaeri",
    value: expect.stringMatching(/^[\w-]{43}$/),
    path: "/",
    httpOnly: true,
    secure: true,
    sameSite: "Lax",
  });
  // The cookie's name for plain HTTP is not read on HTTPS.
  const plain = await secure.inject({ url: "/api/menu", headers: { cookie: `okaeri=${await signIn()}` } });
  expect(plain.statusCode).toBe(401);
  await secure.close();
});

test("S14: a session in the address or in a header is no session", async () => {
  const cookie = await signIn();
  for (const request of [
    { url: `/api/menu?okaeri=${cookie}` },
    { url: `/api/menu?token=${cookie}` },
    { url: "/api/menu", headers: { authorization: `Bearer ${cookie}` } },
    { url: "/api/menu", headers: { "x-okaeri": cookie } },
  ])
    expect((await t.server.inject(request)).statusCode, request.url).toBe(401);
  expect((await menu(cookie)).statusCode).toBe(200);
});
