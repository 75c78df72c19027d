import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock, todayOf } from "../clock.ts";
import { jobHandlers } from "../main/job-handlers.ts";
import { hashPassword } from "../session/passwords.ts";
import { bindingOf } from "../session/sealed-places.ts";
import { codeOfStep, newTotpSecret, stepAt } from "../session/totp.ts";
import { makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";
import { nowOf } from "./clock.ts";
import { type DemoClock, openDemoClock } from "./demo-clock.ts";

// A demo whose days were moved by two months, with two processes.

const DAYS_MS = 60 * 86_400_000;
const PASSWORD = "本館の 長い 合言葉 2026";

let t: TestApp;
let clocks: DemoClock[];
/** Another process moves it. */
const moveTo = (moment: Date) => clocks[1]?.moveTo(moment);
const moved = { now: () => clocks?.[0]?.now() ?? new Date(), renew: async () => clocks[0]?.renew() };

beforeAll(async () => {
  t = await testApp({ clock: moved, realClock: systemClock });
  clocks = [await openDemoClock(t.app.database), await openDemoClock(t.app.database)];
});
afterAll(async () => {
  for (const clock of clocks) clock.stop();
  await t.close();
});

test("a session, a code and a key go on in real time when the days of the demo are moved, and every process follows", async () => {
  const inn = await makeAccount(t.app, { name: "湯本" });
  const person = await makeUser(t.app, inn, "role_admin", ["*"]);
  const staff = await t.as(person);
  const made = await staff({
    method: "POST",
    url: `/api/accounts/${inn.accountId}/keys`,
    payload: { kind: "feed", name: "宿泊管理", feed_channel: null, expires_on: null },
  });
  const { key, item } = made.json<{ key: string; item: { id: number } }>();
  const ending = await staff({
    method: "POST",
    url: `/api/accounts/${inn.accountId}/keys/feed/${item.id}/end`,
    payload: { works_hours: 1 },
  });
  expect(ending.statusCode).toBe(200);

  const before = clocks.map(todayOf);
  const day = new Date(t.app.clock.now().getTime() + DAYS_MS);
  await moveTo(day);
  await expect.poll(() => clocks.map(todayOf), { timeout: 1_000 }).not.toContain(before[0]);
  // Nobody turns it back.
  await moveTo(new Date());
  await t.app.clock.renew?.();
  expect(Math.abs(t.app.clock.now().getTime() - day.getTime())).toBeLessThan(10_000);

  const session = await staff({ url: "/api/auth/session" });
  expect(session.json()).toMatchObject({ loggedIn: true, verified: true });
  const feed = await t.server.inject({ url: "/feeds/batches/1", headers: { authorization: `Bearer ${key}` } });
  expect(feed.statusCode).toBe(404);

  const secret = newTotpSecret();
  const password = await hashPassword(PASSWORD);
  await t.past.asSystem(
    (tx) => tx.run`update users
      set login_id = 'okami', password = ${password}, tfa_secret = ${t.app.cipher.seal(secret, bindingOf("tfa", person))}
      where id = ${person}`,
  );
  const post = (url: string, payload: object, cookie = "") =>
    t.server.inject({ method: "POST", url, payload, headers: { cookie: `okaeri=${cookie}` } });
  const cookieOf = (answer: Awaited<ReturnType<typeof post>>) =>
    answer.cookies.find(({ name }) => name === "okaeri")?.value ?? "";
  const first = await post("/api/auth/login", { userId: "okami", password: PASSWORD });
  const second = await post("/api/auth/verify", { code: codeOfStep(secret, stepAt(new Date())) }, cookieOf(first));
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
});

test("a job begins at the time to which somebody else has moved the demo just before", async () => {
  const later = new Date(t.app.clock.now().getTime() + 5 * 86_400_000);
  await moveTo(later);
  const { "expire-points": job } = jobHandlers(t.app);
  await job({}, { signal: new AbortController().signal, attempt: 0 });
  expect(t.app.clock.now().getTime()).toBeGreaterThanOrEqual(later.getTime());
});

test("backups are made by the days of the machine", async () => {
  await moveTo(new Date(Date.now() + DAYS_MS));
  await t.app.clock.renew?.();
  const ahead = nowOf(t.app, "score-all-rfms").getTime() - nowOf(t.app, "nightly-backup").getTime();
  expect(ahead).toBeGreaterThan(DAYS_MS - 10_000);
});
