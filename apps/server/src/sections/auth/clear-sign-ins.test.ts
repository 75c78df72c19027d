import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { signInJobs } from "./clear-sign-ins.ts";
import { browser, CHANGED, invite } from "./people.fixture.ts";

let t: TestApp;
let now = TEST_NOW;
let inn: Facility;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
  inn = await makeAccount(t.app, { name: "花の湯" });
});
afterAll(() => t.close());

const DAY = 86_400_000;
const clear = () => signInJobs(t.app)["clear-sign-ins"]({}, { signal: new AbortController().signal, attempt: 0 });
const counts = async () => {
  const found = await t.app.database.asSystem((tx) =>
    sql<{ counts: Record<string, number> }>`select json_build_object(
      'sessions', (select count(*) from sessions), 'counts', (select count(*) from sign_in_throttles),
      'links', (select count(*) from account_tokens)) as counts`.execute(tx.db),
  );
  return found.rows[0]?.counts;
};
const menu = async (caller: Caller) => (await caller({ method: "GET", url: "/api/menu" })).json();

test("what nobody can use any more goes; a forced logout's cookie answers 409 for a year, and its row tells nothing else", async () => {
  const userId = await makeUser(t.app, inn, "role_admin", ["*"]);
  const lost = await t.as(userId);
  const loggedOut = await t.as(userId);
  const open = await t.as(userId);
  const admin = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  await loggedOut({ method: "POST", url: "/api/auth/logout", payload: {} });
  expect((await admin({ method: "POST", url: `/api/users/${userId}/password-demand` })).statusCode).toBe(200);
  for (const caller of [lost, open]) expect(await menu(caller)).toEqual(CHANGED);
  await browser(t)("POST", "/api/auth/login", { userId: "nobody.here", password: "guess number one" });
  const { token } = await invite(t, inn);
  await clear();
  expect(await counts()).toEqual({ sessions: 4, counts: 4, links: 1 });
  expect((await browser(t)("POST", "/api/auth/signup", { token })).statusCode).toBe(200);

  now = new Date(TEST_NOW.getTime() + 8 * DAY);
  await clear();
  // The logged-out one and the administrator's, which nobody came back to, are gone; so are the counts.
  expect(await counts()).toEqual({ sessions: 2, counts: 0, links: 1 });
  expect(await menu(lost)).toEqual(CHANGED);
  const remaining = await t.app.database.pool.query("select ip, user_agent from sessions");
  expect(remaining.rows).toEqual([1, 2].map(() => ({ ip: null, user_agent: "" })));

  now = new Date(TEST_NOW.getTime() + 364 * DAY);
  await clear();
  expect(await counts()).toEqual({ sessions: 2, counts: 0, links: 0 });
  for (let i = 0; i < 2; i++) expect(await menu(open)).toEqual(CHANGED);
  now = new Date(TEST_NOW.getTime() + 366 * DAY);
  await clear();
  expect(await counts()).toEqual({ sessions: 0, counts: 0, links: 0 });
  expect((await menu(open)).status).toBe(401);
});
