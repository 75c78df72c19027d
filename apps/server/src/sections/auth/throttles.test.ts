import { signInId } from "@okaeri/domain/auth/sign-in-id";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { codeOfStep, stepAt } from "../../session/totp.ts";
import { type Facility, makeAccount, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { type Browser, browser, invite, PASSWORD, signIn, signUp, tokenFromMail } from "./people.fixture.ts";
import { reserveAttempt } from "./throttles.ts";

const FRESH = "川向こうの灯りが三つ見える";
let t: TestApp;
let now = TEST_NOW;
let inn: Facility;
const owner = { loginId: "tsuki_admin", secret: "" };
const neighbour = { loginId: "tonari.desk", secret: "" };
/** The owner's own browser, signed in before. */
let own: Browser;

beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
  inn = await makeAccount(t.app, { name: "月の宿" });
  own = from("198.51.100.7");
  owner.secret = (await signUp(own, (await invite(t, inn)).token, owner.loginId, now)).secret;
  neighbour.secret = (await signUp(from("203.0.113.1"), (await invite(t, inn)).token, neighbour.loginId, now)).secret;
});
afterAll(() => t.close());
beforeEach(async () => {
  now = new Date(now.getTime() + 3_600_000);
  await t.app.database.asSystem((tx) => sql`delete from sign_in_throttles`.execute(tx.db));
});

/** A browser behind the proxy on this machine, which says where it comes from. */
const from = (address: string) => browser(t, { "x-forwarded-for": address });
const guess = async (call: Browser, n: number | string, userId = owner.loginId) =>
  (await call("POST", "/api/auth/login", { userId, password: `guess number ${n}` })).statusCode;
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

/** The throttles that a hundred wrong guesses by strangers leave behind, without the cost of hashing them. */
async function strangersUsedUp(userId = owner.loginId): Promise<void> {
  await t.app.database.asSystem(async (tx) => {
    let looked = 0;
    while ((await reserveAttempt(tx, [{ kind: "login_user", by: "", subject: signInId(userId) }], now)) === 0) looked++;
    expect(looked).toBeGreaterThan(0);
  });
}

test("A07: of guesses from as many addresses 100 are looked at, and the owner's own browser gets in all the while", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 110; n += 11) {
    const wave = Array.from({ length: 11 }, (_, i) => guess(from(`2001:db8::${(n + i).toString(16)}`), n + i));
    statuses.push(...(await Promise.all(wave)));
  }
  expect([statuses.filter((s) => s === 401).length, statuses.filter((s) => s === 429).length]).toEqual([100, 10]);
  await signIn(own, owner, now);
  later(30_000);
  await signIn(own, owner, now);
  expect(await guess(from("198.51.100.200"), "x")).toBe(429);
  later(15 * 60_000);
  await signIn(from("198.51.100.201"), owner, now);
});

test("A07: one address has 10 guesses at one id; the owner elsewhere is not in their way, nor another id here", async () => {
  const stranger = from("203.0.113.9");
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) statuses.push(await guess(stranger, i));
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  later(10 * 60_000);
  const { headers } = await stranger("POST", "/api/auth/login", { userId: owner.loginId, password: "guess" });
  expect(headers["retry-after"]).toBe("300");
  await signIn(from("203.0.113.10"), owner, now);
  await signIn(stranger, neighbour, now);
});

test("A07: an address that the client makes up itself is not believed", async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) {
    const answer = await t.server.inject({
      method: "POST",
      url: "/api/auth/login",
      payload: { userId: owner.loginId, password: `guess number ${i}` },
      remoteAddress: "198.51.100.66",
      headers: { "x-forwarded-for": `203.0.113.${i}` },
    });
    statuses.push(answer.statusCode);
  }
  expect(statuses.slice(10)).toEqual([429, 429]);
});

test("knocking while it is closed makes it no longer: 15 minutes after the first guess everybody is let in again", async () => {
  const home = from("203.0.113.77");
  await strangersUsedUp();
  later(14 * 60_000);
  for (let i = 0; i < 11; i++) expect(await guess(home, i)).toBe(429);
  later(60_000);
  await signIn(home, owner, now);
});

test("a known browser has a count of its own, for its people alone; a made-up or foreign mark has none", async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) statuses.push(await guess(own, i));
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  expect(
    (await from("203.0.113.20")("POST", "/api/auth/login", { userId: owner.loginId, password: PASSWORD })).statusCode,
  ).toBe(200);

  later(15 * 60_000);
  await strangersUsedUp();
  // A browser known to one person is a stranger's for the other.
  const theirs = from("203.0.113.1");
  await signIn(theirs, neighbour, now);
  expect(await guess(theirs, 1)).toBe(429);
  for (const mark of ["x", "v1.00000000.AAAA", `v1.${Buffer.from("{}").toString("base64url")}`]) {
    const forged = browser(t, { "x-forwarded-for": "203.0.113.30", cookie: `okaeri_device=${mark}` });
    expect(await guess(forged, 1)).toBe(429);
  }
});

test("a finished password reset lets the owner in from where they are, and makes earlier browsers unknown", async () => {
  const before = from("198.51.100.8");
  const loginId = "wasure.desk";
  const person = { loginId, ...(await signUp(before, (await invite(t, inn)).token, loginId, now)) };
  later(30_000);
  await signIn(before, person, now);
  await strangersUsedUp(loginId);
  const home = from("203.0.113.40");
  expect(await guess(home, 1, loginId)).toBe(429);
  later(1_000);
  await home("PUT", "/api/auth/reset/forget", { login_id: loginId });
  await home("POST", "/api/auth/reset", { token: await tokenFromMail(t) });
  const done = await home("PUT", "/api/auth/reset/registration", { login_id: loginId, password: FRESH });
  expect(done.statusCode).toBe(200);
  // The strangers go on guessing; whoever opened the mail's link is not throttled with them.
  await strangersUsedUp(loginId);
  later(30_000);
  await signIn(home, { ...person, password: FRESH }, now);
  expect(await guess(before, 1, loginId)).toBe(429);
});

test.each([
  "tsukİ_admin",
  "TSUKI_ADMIN",
  "ｔｓｕｋｉ＿ａｄｍｉｎ",
  " tsuki_admin\u3000",
  "tsuki\u0307_admin",
  "tsukı_admin",
])("an id typed as %j has no count of its own: either it is the same id, or nobody's", async (typed) => {
  await strangersUsedUp();
  const answer = await from("203.0.113.50")("POST", "/api/auth/login", { userId: typed, password: PASSWORD });
  expect([401, 429]).toContain(answer.statusCode);
  later(15 * 60_000);
  const right = await from("203.0.113.50")("POST", "/api/auth/login", { userId: typed, password: PASSWORD });
  expect(right.statusCode).toBe(/\u0130|\u0131|\u0307/.test(typed) ? 401 : 200);
});

test("second steps: of codes to sixty sessions at once 15 are looked at; a known browser's own go on", async () => {
  const refused = () =>
    t.app.database.asSystem(async (tx) => {
      const rows = await sql`select 1 from audit_logs where action = 'code_refused'`.execute(tx.db);
      return rows.rows.length;
    });
  const thief = { userId: owner.loginId, password: PASSWORD };
  const sessions = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const call = from(`203.0.113.${i}`);
      expect((await call("POST", "/api/auth/login", thief)).statusCode).toBe(200);
      return call;
    }),
  );
  const right = codeOfStep(owner.secret, stepAt(now));
  const wrong = right === "111111" ? "222222" : "111111";
  const before = await refused();
  const statuses = await Promise.all(
    sessions.map(async (call) => (await call("POST", "/api/auth/verify", { code: wrong })).statusCode),
  );
  expect([statuses.filter((s) => s === 400).length, statuses.filter((s) => s === 429).length]).toEqual([15, 45]);
  expect((await refused()) - before).toBe(15);
  const last = sessions[59] as Browser;
  expect((await last("POST", "/api/auth/verify", { code: right })).statusCode).toBe(429);
  later(15 * 60_000);
  expect((await last("POST", "/api/auth/verify", { code: codeOfStep(owner.secret, stepAt(now)) })).statusCode).toBe(
    200,
  );
  // Known now, and not in the strangers' way nor they in its.
  const strangers = await Promise.all(
    Array.from({ length: 16 }, async (_, i) => {
      const call = from(`2001:db8:1::${i}`);
      await call("POST", "/api/auth/login", thief);
      return (await call("POST", "/api/auth/verify", { code: "abcdef" })).statusCode;
    }),
  );
  expect(strangers.filter((status) => status === 429)).toHaveLength(1);
  later(30_000);
  await signIn(last, owner, now);
});
