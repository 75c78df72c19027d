import type { App } from "../../app.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import type { CallContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { bindingOf } from "../../session/sealed-places.ts";
import { endSession, openSession } from "../../session/session-store.ts";
import { matchingStep } from "../../session/totp.ts";
import { countWrongCode, holdOpenSession, recordSignIn, spendTotpStep } from "./auth.queries.ts";
import { type SignInUser, userById } from "./auth.read.ts";
import { notifyPerson } from "./notices.ts";
import { looksLikeRecoveryCode, spendRecoveryCode } from "./recovery-codes.ts";
import { type Count, codeCounts, refundAttempt, reserveAttempt } from "./throttles.ts";

const WRONG_CODES = 5;

type Proof = "app" | "recovery";

/** The authenticator's code, once per step; or a recovery code, once. */
async function proofOf(app: App, tx: Tx, user: SignInUser, code: string, now: Date): Promise<Proof | null> {
  if (looksLikeRecoveryCode(code)) return (await spendRecoveryCode(tx, user.id, code, now)) ? "recovery" : null;
  if (user.tfa_secret === null) return null;
  const secret = app.cipher.open(user.tfa_secret, bindingOf("tfa", user.id));
  const step = matchingStep(secret, code, now, user.tfa_last_step);
  return step !== null && (await spendTotpStep(tx, user.id, step)) ? "app" : null;
}

/** The second step of a sign-in. @returns the cookie of the verified session. */
export async function verifyCode(context: CallContext, code: string): Promise<string> {
  const { app, signedIn } = context;
  const result = await app.database.asSystem((tx) => trySecondStep(tx, context, code), { person: signedIn.userId });
  if (typeof result === "number") throw new CallError("TOO_MANY_REQUESTS", { retryAfter: result });
  switch (result) {
    case "dead":
      throw new CallError("NO_SESSION");
    case "wrong":
      throw new CallError("WRONG_CODE");
    case "no_authenticator":
      throw new CallError("WRONG_STATE", { because: { code: "no_authenticator" } });
    default:
      context.rememberBrowser(signedIn.userId);
      return result.token;
  }
}

async function trySecondStep(tx: Tx, context: CallContext, code: string) {
  const { app, ip, userAgent, signedIn } = context;
  const { sessionId } = signedIn;
  const now = app.realClock.now();
  // The session lock puts parallel codes of one second step in a line: the sixth finds it ended, also when all were sent at once.
  if (!(await holdOpenSession(tx, sessionId))) return "dead" as const;
  const user = await userById(tx, signedIn.userId);
  if (!user) return "dead" as const;
  if (user.tfa_secret === null) return "no_authenticator" as const;
  const browser = context.knownBrowser(user);
  const counts = codeCounts(user.login_id, browser);
  // Counted before it is looked at, over all sessions of the person.
  const closed = await reserveAttempt(tx, counts, now);
  if (closed > 0) return closed;
  const proof = await proofOf(app, tx, user, code, now);
  const line = { actorUserId: user.id, ip, entity: "users", entityId: user.id, companyId: user.company_id };
  if (proof === null) {
    await recordAudit(tx, { ...line, action: "code_refused" });
    if ((await countWrongCode(tx, sessionId)) < WRONG_CODES) return "wrong" as const;
    await endSession(tx, app.realClock, sessionId, "wrong_codes");
    return "dead" as const;
  }
  await refundAttempt(tx, counts);
  await endSession(tx, app.realClock, sessionId, "replaced");
  await recordSignIn(tx, user.id, now, context.language);
  await recordAudit(tx, {
    ...line,
    action: "login",
    ...(proof === "recovery" ? { after: { by: "recovery_code" } } : {}),
  });
  if (proof === "recovery") await notifyPerson(tx, context, user.id, { about: "recovery_used" });
  // The very first sign-in is from nowhere new.
  else if (browser === null && user.last_login_at !== null)
    await notifyPerson(tx, context, user.id, { about: "new_device" });
  return { token: await openSession(tx, app.realClock, { userId: user.id, verified: true, ip, userAgent }) };
}

/**
 * The own authenticator, or a recovery code in its place, asked again before something that matters. A failed try counts although the
 * call answers an error.
 */
export async function verifyOwnCode(context: CallContext, code: string): Promise<void> {
  const { app, signedIn } = context;
  const now = app.realClock.now();
  const counts: Count[] = [{ kind: "own_code", by: String(signedIn.userId) }];
  const result = await app.database.asSystem(
    async (tx) => {
      const closed = await reserveAttempt(tx, counts, now);
      if (closed > 0) return closed;
      const user = await userById(tx, signedIn.userId);
      const proof = user ? await proofOf(app, tx, user, code, now) : null;
      if (proof !== null) await refundAttempt(tx, counts);
      return proof;
    },
    { person: signedIn.userId },
  );
  if (typeof result === "number") throw new CallError("TOO_MANY_REQUESTS", { retryAfter: result });
  if (result === null) throw new CallError("WRONG_CODE", { fields: { code: { code: "code_wrong" } } });
}
