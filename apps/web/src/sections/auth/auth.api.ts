import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";

/** What a mailed link proved, or why it does not work. */
export type Proven<T> = { ok: true; value: T } | { ok: false; message: string | undefined };

async function prove<T>(token: string | undefined, ask: (token: string) => Promise<T>): Promise<Proven<T>> {
  if (token === undefined) return { ok: false, message: undefined };
  try {
    return { ok: true, value: await ask(token) };
  } catch (error) {
    const appError = toAppError(error);
    // specification §8: a 400 is told where it happened; the rest is the error page's.
    if (appError.status !== 400) throw appError;
    return { ok: false, message: appError.message };
  }
}

/** specification §4, sign-up: the invitation's token comes first, every later step hangs on it. */
export function checkInvitation(token: string | undefined) {
  return prove(token, (given) => client.auth.signup({ token: given }));
}

/** specification §4, password reset: the mailed token. */
export function checkResetLink(token: string | undefined) {
  return prove(token, (given) => client.auth.reset({ token: given }));
}

export type Invited = Awaited<ReturnType<typeof client.auth.signup>>;
