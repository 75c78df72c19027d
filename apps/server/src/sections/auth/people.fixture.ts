import type { LightMyRequestResponse } from "fastify";
import { sql } from "kysely";
import { expect } from "vitest";
import { codeOfStep, stepAt } from "../../session/totp.ts";
import { type Facility, makeUser, type TestApp } from "../../test/app.ts";
import { accountMailJobs } from "./account-mails.ts";
import { inviteUser } from "./invite-user.ts";

export const PASSWORD = "裏山の柿が今年もよく実った";
export const CHANGED = { status: 409, message: "ユーザー情報が更新されました。再ログインしてください" };

/** Does the waiting account mails. */
export async function sendWaitingMails(t: TestApp): Promise<void> {
  const jobs = await t.past.pool.query<{ data: { sealed: string } }>(
    `with waiting as (
      update pgboss.job set state = 'completed' where name = 'account-mail' and state = 'created' returning data, created_on
    ) select data from waiting order by created_on`,
  );
  for (const job of jobs.rows)
    await accountMailJobs(t.app)["account-mail"](job.data, { signal: new AbortController().signal, attempt: 0 });
}

/** Does the waiting account mails and answers the newest link's token. */
export async function tokenFromMail(t: TestApp): Promise<string> {
  await sendWaitingMails(t);
  const newest = t.mails.findLast((mail) => mail.text.includes("?token="));
  return newest?.text.match(/token=([\w-]+)/)?.[1] ?? "";
}

/** An invited person, not yet signed up, and the link's token. */
export async function invite(t: TestApp, inn: Facility, mail?: string): Promise<{ userId: number; token: string }> {
  const userId = await makeUser(t.app, inn, "role_user", ["customers/read"]);
  // An address of each one's own: mails to one address are counted.
  const address = mail ?? `staff.${userId}@example.jp`;
  await t.past.asSystem(async (tx) => {
    await sql`update users
      set status = 'pending', login_id = null, password = null, tfa_secret = null, user_email = ${address}
      where id = ${userId}`.execute(tx.db);
    await inviteUser(t.app, tx, { userId, invitedBy: null, language: "ja" });
  });
  return { userId, token: await tokenFromMail(t) };
}

export type Browser = (
  method: "GET" | "POST" | "PUT" | "DELETE",
  url: string,
  payload?: object,
) => Promise<LightMyRequestResponse>;

/** A browser: keeps its cookies between calls, and comes from one address. */
export function browser(t: TestApp, headers: Record<string, string> = {}): Browser {
  const jar = new Map<string, string>();
  return async (method, url, payload) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await t.server.inject({
      method,
      url,
      ...(payload ? { payload } : {}),
      headers: { ...headers, ...(cookie ? { cookie } : {}) },
    });
    for (const set of answer.cookies) set.value ? jar.set(set.name, set.value) : jar.delete(set.name);
    return answer;
  };
}

/** The whole way from the invitation's token to the registration. */
export async function signUp(call: Browser, token: string, loginId: string, now: Date) {
  expect((await call("POST", "/api/auth/signup", { token })).json()).toMatchObject({ login_id: null });
  expect((await call("POST", "/api/auth/signup/availability", { login_id: loginId })).json()).toEqual({
    availability: true,
  });
  const { tfa_secret } = (await call("POST", "/api/auth/signup/generatetfa", { login_id: loginId })).json();
  const code = codeOfStep(tfa_secret, stepAt(now));
  expect((await call("POST", "/api/auth/signup/verifycode", { code, tfa_secret })).json()).toEqual({ verified: true });
  const body = { login_id: loginId, password: PASSWORD, tfa_secret };
  const done = await call("PUT", "/api/auth/signup/registration", body);
  expect(done.statusCode).toBe(200);
  return { secret: tfa_secret as string, recoveryCodes: done.json().recovery_codes as string[] };
}

/** Both steps of a sign-in, by the authenticator. */
export async function signIn(call: Browser, person: { loginId: string; password?: string; secret: string }, now: Date) {
  const login = await call("POST", "/api/auth/login", {
    userId: person.loginId,
    password: person.password ?? PASSWORD,
  });
  expect(login.statusCode).toBe(200);
  const verify = await call("POST", "/api/auth/verify", { code: codeOfStep(person.secret, stepAt(now)) });
  expect(verify.statusCode).toBe(200);
}
