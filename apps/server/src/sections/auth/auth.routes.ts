import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder, RequestContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { tfaBinding } from "../../session/cipher.ts";
import { checkPassword } from "../../session/passwords.ts";
import { endSession, lookUpSession, openSession, reachOf, sessionDataOf } from "../../session/session-store.ts";
import { matchingStep } from "../../session/totp.ts";
import { recordAudit } from "../audit/record-audit.ts";
import {
  countFailure,
  countWrongCode,
  forgetFailures,
  giveBackTry,
  holdOpenSession,
  isThrottled,
  LOGIN_TRIES_PER_USER,
  noteSignIn,
  reserveTry,
  spendTotpStep,
} from "./auth.queries.ts";
import { type SignInUser, userById, userByLoginId } from "./auth.read.ts";
import { looksLikeRecoveryCode, spendRecoveryCode } from "./recovery-codes.ts";

/** Wrong guesses in 15 minutes from one address, behind which a whole front desk may sit. */
const LOGIN_TRIES_PER_ADDRESS = 60;
const WRONG_CODES = 5;
const CODE_TRIES_PER_USER = 15;
const MAX_PASSWORD_CODE_POINTS = 128;

export function authRoutes(os: Binder) {
  return {
    login: os.auth.login.handler(async ({ input, context }) => {
      if ([...input.password].length > MAX_PASSWORD_CODE_POINTS) throw new CallError("LOGIN_REFUSED");
      const userId = await provePassword(context, input.userId.normalize("NFKC").trim(), input.password);
      const { app } = context;
      const token = await app.database.asSystem((tx) =>
        openSession(tx, app.clock, { userId, verified: false, ip: context.ip, userAgent: context.userAgent }),
      );
      return startWith(context, token);
    }),

    verify: os.auth.verify.handler(async ({ input, context }) => {
      const token = await proveCode(context, context.signedIn.sessionId, context.signedIn.userId, input.code);
      return startWith(context, token);
    }),

    // Only the own session ends, whatever userId the body names (quality S04).
    logout: os.auth.logout.handler(async ({ context }) => {
      const { app } = context;
      const found = await context.session();
      if (found.state === "live") {
        const { sessionId, userId, companyId } = found.session;
        await app.database.asSystem(async (tx) => {
          await endSession(tx, app.clock, sessionId, "logout");
          await recordAudit(tx, {
            actorUserId: userId,
            ip: context.ip,
            action: "logout",
            entity: "users",
            entityId: userId,
            companyId,
          });
        });
      }
      context.setSessionCookie(null);
      return { loggedIn: false as const };
    }),

    session: os.auth.session.handler(async ({ context }) => {
      const found = await context.session();
      if (found.state === "changed") throw new CallError("USER_CHANGED");
      return sessionDataOf(found.state === "live" ? found.session : null);
    }),
  };
}

async function startWith(context: RequestContext, token: string) {
  context.setSessionCookie(token);
  const found = await lookUpSession(context.app.database, context.app.clock, token);
  if (found.state !== "live") throw new CallError("LOGIN_REFUSED");
  return sessionDataOf(found.session);
}

/** Whether an account within its contract is open to the person. */
function mayEnter(app: App, user: SignInUser): Promise<boolean> {
  return app.database.asSystem(async (tx) => {
    const reach = await reachOf(tx, app.clock, user.id, user.role, user.company_id);
    return reach.accounts.length > 0;
  });
}

/** One answer for every reason (quality A01, A06): unknown id, wrong password, pending or inactive user, account out of contract. */
async function provePassword(context: RequestContext, loginId: string, password: string): Promise<number> {
  const { app, ip } = context;
  const now = app.clock.now();
  const name = loginId.toLowerCase();
  const before = await app.database.asSystem(async (tx) => {
    const within =
      (await reserveTry(tx, "login_user", name, LOGIN_TRIES_PER_USER, now)) &&
      (await reserveTry(tx, "login_ip", ip, LOGIN_TRIES_PER_ADDRESS, now));
    if (!within) return "blocked" as const;
    return userByLoginId(tx, loginId);
  });
  if (before === "blocked") throw new CallError("TOO_MANY_REQUESTS");
  const right = await checkPassword(before?.status === "active" ? before.password : null, password);
  const userId = before?.id ?? null;
  // Asked only of who knows the password: a query more for known ids would tell by its time that they exist.
  if (right && before && (await mayEnter(app, before))) {
    await app.database.asSystem(async (tx) => {
      await giveBackTry(tx, "login_user", name);
      await giveBackTry(tx, "login_ip", ip);
    });
    return before.id;
  }
  await app.database.asSystem((tx) =>
    recordAudit(tx, {
      actorUserId: userId,
      ip,
      action: "login_refused",
      entity: "users",
      entityId: userId,
      companyId: before?.company_id ?? null,
    }),
  );
  throw new CallError("LOGIN_REFUSED");
}

/** The authenticator's code, once per step; or a recovery code, once. */
async function isRightCode(app: App, tx: Tx, user: SignInUser, code: string, now: Date): Promise<boolean> {
  if (looksLikeRecoveryCode(code)) return spendRecoveryCode(tx, user.id, code, now);
  const secret = app.cipher.open(user.tfa_secret ?? "", tfaBinding(user.id));
  const step = matchingStep(secret, code, now, user.tfa_last_step);
  return step !== null && spendTotpStep(tx, user.id, step);
}

async function proveCode(context: RequestContext, sessionId: number, userId: number, code: string): Promise<string> {
  const { app, ip } = context;
  const now = app.clock.now();
  const result = await app.database.asSystem(async (tx) => {
    // Codes of one second step one after the other: the sixth finds it ended, also when all were sent at once.
    if (!(await holdOpenSession(tx, sessionId))) return "dead" as const;
    if (await isThrottled(tx, "code_user", String(userId), now)) return "blocked" as const;
    const user = await userById(tx, userId);
    if (!user?.tfa_secret) return "dead" as const;
    if (!(await isRightCode(app, tx, user, code, now))) {
      await countFailure(tx, "code_user", String(userId), CODE_TRIES_PER_USER, now);
      await recordAudit(tx, {
        actorUserId: user.id,
        ip,
        action: "code_refused",
        entity: "users",
        entityId: user.id,
        companyId: user.company_id,
      });
      if ((await countWrongCode(tx, sessionId)) >= WRONG_CODES) {
        await endSession(tx, app.clock, sessionId, "wrong_codes");
        return "dead" as const;
      }
      return "wrong" as const;
    }
    await endSession(tx, app.clock, sessionId, "replaced");
    await forgetFailures(tx, "code_user", String(userId));
    await forgetFailures(tx, "login_user", user.login_id.toLowerCase());
    await noteSignIn(tx, user.id, now);
    await recordAudit(tx, {
      actorUserId: user.id,
      ip,
      action: "login",
      entity: "users",
      entityId: user.id,
      companyId: user.company_id,
    });
    return {
      token: await openSession(tx, app.clock, { userId: user.id, verified: true, ip, userAgent: context.userAgent }),
    };
  });
  if (result === "blocked") throw new CallError("TOO_MANY_REQUESTS");
  if (result === "dead") throw new CallError("NO_SESSION");
  if (result === "wrong") throw new CallError("WRONG_CODE");
  return result.token;
}
