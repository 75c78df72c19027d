import {
  type Browser,
  browser,
  invite,
  PASSWORD,
  sendWaitingMails,
  signUp,
  tokenFromMail,
} from "../sections/auth/people.fixture.ts";
import { codeOfStep, stepAt } from "../session/totp.ts";
import { type Caller, TEST_NOW } from "../test/app.ts";
import { audited, type Bench, type Make, own } from "./parallel-saves.fixture.ts";

const FRESH = "雪のあとの竹林を抜ける風";

const asCaller =
  (call: Browser): Caller =>
  ({ method = "GET", url, payload }) =>
    call(method as "GET", url, payload as object);

type Somebody = { userId: number; loginId: string; codes: string[]; secret: string; call: Browser };

/** Somebody with password and authenticator; each of their recovery codes is good once. */
async function registered({ t, spot }: Bench): Promise<Somebody> {
  const loginId = own("parallel");
  const call = browser(t);
  const { userId, token } = await invite(t, spot);
  const { secret, recoveryCodes } = await signUp(call, token, loginId, TEST_NOW);
  await sendWaitingMails(t);
  return { userId, loginId, secret, codes: recoveryCodes, call };
}

/** Signed in by the last of their recovery codes. */
async function signedIn(bench: Bench): Promise<Somebody & { by: Caller[] }> {
  const person = await registered(bench);
  await person.call("POST", "/api/auth/login", { userId: person.loginId, password: PASSWORD });
  const verified = await person.call("POST", "/api/auth/verify", { code: person.codes.pop() });
  if (verified.statusCode !== 200) throw new Error(verified.body);
  return { ...person, by: [asCaller(person.call)] };
}

/** A browser that has opened its invitation, and taken as many steps of the registration as asked for. */
async function invited({ t, spot }: Bench, steps: { key?: true; verified?: true } = {}) {
  const { userId, token } = await invite(t, spot);
  const call = browser(t);
  const login_id = own("parallel");
  await call("POST", "/api/auth/signup", { token });
  const { tfa_secret } = steps.key ? (await call("POST", "/api/auth/signup/generatetfa", { login_id })).json() : {};
  const code = steps.key ? codeOfStep(tfa_secret, stepAt(TEST_NOW)) : "";
  if (steps.verified) await call("POST", "/api/auth/signup/verifycode", { code, tfa_secret });
  return { userId, token, login_id, tfa_secret, code, by: [asCaller(call)] };
}

async function resetLink(bench: Bench) {
  const person = await registered(bench);
  await person.call("PUT", "/api/auth/reset/forget", { login_id: person.loginId });
  return { ...person, token: await tokenFromMail(bench.t), by: [asCaller(person.call)] };
}

/** Signing in and up, resets, and one's own record. */
export const SIGN_IN_SAVES: Record<string, Make> = {
  "auth.login": async (bench) => {
    const { loginId, call } = await registered(bench);
    return { by: [asCaller(call)], body: { userId: loginId, password: PASSWORD } };
  },
  "auth.verify": async (bench) => {
    const { userId, loginId, codes, call } = await registered(bench);
    await call("POST", "/api/auth/login", { userId: loginId, password: PASSWORD });
    return { by: [asCaller(call)], body: { code: codes[0] }, once: audited("users", userId, "login") };
  },
  "auth.logout": async (bench) => {
    const { by, userId } = await signedIn(bench);
    return { by, body: {}, once: audited("users", userId, "logout") };
  },
  "auth.signup": async (bench) => {
    const { by, token } = await invited(bench);
    return { by, body: { token } };
  },
  "auth.signupAvailability": async (bench) => {
    const { by, login_id } = await invited(bench);
    return { by, body: { login_id } };
  },
  "auth.signupGenerateTfa": async (bench) => {
    const { by, login_id } = await invited(bench);
    return { by, body: { login_id } };
  },
  "auth.signupVerifyCode": async (bench) => {
    const { by, code, tfa_secret } = await invited(bench, { key: true });
    return { by, body: { code, tfa_secret } };
  },
  "auth.signupRegistration": async (bench) => {
    const { userId, by, login_id, tfa_secret } = await invited(bench, { key: true, verified: true });
    return { by, body: { login_id, password: PASSWORD, tfa_secret }, once: audited("users", userId, "sign_up") };
  },
  "auth.reset": async (bench) => {
    const { by, token } = await resetLink(bench);
    return { by, body: { token } };
  },
  "auth.resetForget": async (bench) => {
    const { loginId, call } = await registered(bench);
    return { by: [asCaller(call)], body: { login_id: loginId } };
  },
  "auth.resetRegistration": async (bench) => {
    const { userId, loginId, call, token, by } = await resetLink(bench);
    await call("POST", "/api/auth/reset", { token });
    return { by, body: { login_id: loginId, password: FRESH }, once: audited("users", userId, "password_reset") };
  },
  "auth.updateProfile": async (bench) => {
    const { userId, by, call } = await signedIn(bench);
    const { version } = (await call("GET", "/api/profile")).json();
    const user_email = `staff.${userId}@example.jp`;
    return { by, body: { name: "別名 花子", user_email, version }, once: audited("users", userId, "update") };
  },
  "auth.confirmEmail": async (bench) => {
    const { userId, by, call, codes } = await signedIn(bench);
    const change = { name: "試験 花子", user_email: `new.${userId}@example.jp`, password: PASSWORD, code: codes[0] };
    await call("PUT", "/api/profile", change);
    return { by, body: { token: await tokenFromMail(bench.t) }, once: audited("users", userId, "email_confirmed") };
  },
  "auth.changePassword": async (bench) => {
    const { by, codes } = await signedIn(bench);
    return { by, body: codes.slice(0, 4).map((code) => ({ old_password: PASSWORD, password: FRESH, code })) };
  },
  "auth.startTfaChange": async (bench) => {
    const { by, codes } = await signedIn(bench);
    return { by, body: codes.slice(0, 4).map((code) => ({ code })) };
  },
  "auth.finishTfaChange": async (bench) => {
    const { by, call, codes } = await signedIn(bench);
    const { tfa_secret } = (await call("POST", "/api/profile/tfa", { code: codes[0] })).json();
    return { by, body: { code: codeOfStep(tfa_secret, stepAt(TEST_NOW)) } };
  },
  "auth.renewRecoveryCodes": async (bench) => {
    const { by, codes } = await signedIn(bench);
    return { by, body: codes.slice(0, 4).map((code) => ({ code })) };
  },
  "auth.endSession": async (bench) => {
    const { userId, by, call, loginId, codes } = await signedIn(bench);
    const other = browser(bench.t);
    await other("POST", "/api/auth/login", { userId: loginId, password: PASSWORD });
    await other("POST", "/api/auth/verify", { code: codes[0] });
    const listed = await call("GET", "/api/profile/sessions");
    const open: { id: number; current: boolean }[] = listed.json();
    const id = open.find((session) => !session.current)?.id ?? 0;
    return { by, ids: { id }, once: audited("users", userId, "session_ended") };
  },
};
