import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../../session/passwords.ts";
import { bindingOf } from "../../session/sealed-places.ts";
import { codeOfStep, newTotpSecret, stepAt } from "../../session/totp.ts";
import { makeAccount, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";

// Long runs: they assert a time, which the tests of every day must not (npm run test:long).

const PASSWORD = "本館の 長い 合言葉 2026";
let t: TestApp;
let userId = 0;
const secret = newTotpSecret();
beforeAll(async () => {
  t = await testApp();
  userId = await makeUser(t.app, await makeAccount(t.app, { name: "long" }), "role_admin", ["*"]);
  const sealed = t.app.cipher.seal(secret, bindingOf("tfa", userId));
  const password = await hashPassword(PASSWORD);
  await t.past.asSystem((tx) =>
    sql`update users set login_id = 'okami', password = ${password}, tfa_secret = ${sealed} where id = ${userId}`.execute(
      tx.db,
    ),
  );
});
afterAll(() => t.close());

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const forgetFailures = () => t.app.database.asSystem((tx) => sql`delete from sign_in_throttles`.execute(tx.db));

async function gap(call: (loginId: string) => Promise<unknown>): Promise<number> {
  const times: Record<string, number[]> = { okami: [], "nobody.here": [] };
  for (let round = 0; round < 200; round++) {
    // Interleaved, and each first in turn, so that a slow moment of the machine meets both.
    for (const loginId of round % 2 ? ["okami", "nobody.here"] : ["nobody.here", "okami"]) {
      await forgetFailures();
      const started = performance.now();
      await call(loginId);
      times[loginId]?.push(performance.now() - started);
    }
  }
  return Math.abs(median(times.okami ?? []) - median(times["nobody.here"] ?? []));
}

test("login: the median of 200 known and 200 unknown ids differs by 5 ms at most", async () => {
  const difference = await gap((userId) =>
    t.anonymous({ method: "POST", url: "/api/auth/login", payload: { userId, password: "wrong password 1" } }),
  );
  console.log(`login: medians ${difference.toFixed(2)} ms apart`);
  expect(difference).toBeLessThanOrEqual(5);
});

test("forget: the median of 200 known and 200 unknown ids differs by 5 ms at most", async () => {
  const difference = await gap((login_id) =>
    t.anonymous({ method: "PUT", url: "/api/auth/reset/forget", payload: { login_id } }),
  );
  console.log(`forget: medians ${difference.toFixed(2)} ms apart`);
  expect(difference).toBeLessThanOrEqual(5);
});

test("a code counts once under 50 parallel tries, 20 times over", async () => {
  for (let round = 0; round < 20; round++) {
    await forgetFailures();
    const now = TEST_NOW;
    await t.past.asSystem((tx) => sql`update users set tfa_last_step = 0 where id = ${userId}`.execute(tx.db));
    const cookies: string[] = [];
    for (let i = 0; i < 10; i++) {
      const login = await t.anonymous({
        method: "POST",
        url: "/api/auth/login",
        payload: { userId: "okami", password: PASSWORD },
      });
      cookies.push(login.cookies.find((cookie) => cookie.name === "okaeri")?.value ?? "");
    }
    const code = codeOfStep(secret, stepAt(now));
    const tries = Array.from({ length: 50 }, (_, i) =>
      t.anonymous({
        method: "POST",
        url: "/api/auth/verify",
        payload: { code },
        headers: { cookie: `okaeri=${cookies[i % 10]}` },
      }),
    );
    const good = (await Promise.all(tries)).filter((answer) => answer.statusCode === 200);
    expect(good).toHaveLength(1);
  }
});
