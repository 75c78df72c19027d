import type { BrowserContext, Page } from "playwright-core";
import { Authenticator } from "./authenticator.ts";
import { openWindow } from "./browser.ts";

const opened = new Map<string, { context: BrowserContext; page: Page }>();

/** The windows have been closed. */
export const forgetPersons = (): void => opened.clear();

/** One window per person and file, signed in once; "" is signed out. Interceptions of the test before are gone. */
export async function windowOf(
  loginId: string,
  signIn: (context: BrowserContext, loginId: string) => Promise<void>,
): Promise<Page> {
  const known = opened.get(loginId);
  if (known) {
    await known.page.unrouteAll();
    return known.page;
  }
  const window = await openWindow();
  if (loginId !== "") await signIn(window.context, loginId);
  opened.set(loginId, window);
  return window.page;
}

export type Person = { loginId: string; app: Authenticator; recoveryCodes: string[] };

/** Signs an invited person up over the calls, as the sign-up page does. */
export async function signUp(
  context: BrowserContext,
  link: string,
  loginId: string,
  password: string,
): Promise<Person> {
  const call = async <T>(method: "post" | "put", path: string, data: object): Promise<T> => {
    const answer = await context.request[method](`/api/auth/${path}`, { data });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  await call("post", "signup", { token: new URL(link).searchParams.get("token") });
  const { tfa_secret } = await call<{ tfa_secret: string }>("post", "signup/generatetfa", { login_id: loginId });
  const app = new Authenticator(tfa_secret);
  await call("post", "signup/verifycode", { code: await app.code(), tfa_secret });
  const { recovery_codes } = await call<{ recovery_codes: string[] }>("put", "signup/registration", {
    login_id: loginId,
    password,
    tfa_secret,
  });
  return { loginId, app, recoveryCodes: recovery_codes };
}
