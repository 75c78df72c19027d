import type { SignInId } from "@okaeri/domain/auth/sign-in-id";
import type { App } from "../../app.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import type { RequestContext } from "../../http/binder.ts";
import { CallError, fieldError } from "../../http/errors.ts";
import { checkPassword } from "../../session/passwords.ts";
import { accountsInReach } from "../../session/session-store.ts";
import { type SignInUser, userById, userByLoginId } from "./auth.read.ts";
import { type Count, loginCounts, refundAttempt, reserveAttempt } from "./throttles.ts";

const MAX_PASSWORD_CODE_POINTS = 128;

/**
 * The first step of a sign-in. One answer for every reason (quality A01, A06): unknown id, wrong password, pending or inactive user,
 * account out of contract.
 */
export async function verifyPassword(context: RequestContext, loginId: SignInId, password: string): Promise<number> {
  if ([...password].length > MAX_PASSWORD_CODE_POINTS) throw new CallError("LOGIN_REFUSED");
  const { app, ip } = context;
  const now = app.realClock.now();
  const { user, counts, closed } = await app.database.asSystem(async (tx) => {
    const user = await userByLoginId(tx, loginId);
    const counts = loginCounts(ip, loginId, context.knownBrowser(user));
    return { user, counts, closed: await reserveAttempt(tx, counts, now) };
  });
  if (closed > 0) throw new CallError("TOO_MANY_REQUESTS", { retryAfter: closed });
  const right = await checkPassword(user?.status === "active" ? user.password : null, password);
  // Only after the right password: one query more for known ids would reveal by its time that they exist.
  if (right && user && (await mayEnter(app, user))) {
    await app.database.asSystem((tx) => refundAttempt(tx, counts));
    return user.id;
  }
  await app.database.asSystem((tx) =>
    recordAudit(tx, {
      actorUserId: user?.id ?? null,
      ip,
      action: "login_refused",
      entity: "users",
      entityId: user?.id ?? null,
      companyId: user?.company_id ?? null,
    }),
  );
  throw new CallError("LOGIN_REFUSED");
}

/** Whether an account within its contract is open to the person. */
function mayEnter(app: App, user: SignInUser): Promise<boolean> {
  return app.database.asSystem(
    async (tx) => {
      const reach = await accountsInReach(tx, app.clock, user.id, user.role, user.company_id);
      return reach.accounts.length > 0;
    },
    { person: user.id },
  );
}

/**
 * Asks again for the password of somebody who is signed in or holds a mailed link. Wrong ones count: a person who found an open screen must
 * not guess on it for hours. Strangers at the sign-in cannot use this limit up.
 * @throws CallError naming `field`.
 */
export async function verifyOwnPassword(
  { app }: RequestContext,
  userId: number,
  password: string,
  field: "password" | "old_password",
): Promise<void> {
  const counts: Count[] = [{ kind: "own_password", by: String(userId) }];
  const found = await app.database.asSystem(
    async (tx) => {
      const user = await userById(tx, userId);
      return { user, closed: await reserveAttempt(tx, counts, app.realClock.now()) };
    },
    { person: userId },
  );
  if (found.closed > 0) throw new CallError("TOO_MANY_REQUESTS", { retryAfter: found.closed });
  if (!(await checkPassword(found.user?.password ?? null, password))) {
    throw fieldError(field, { code: "password_wrong" });
  }
  await app.database.asSystem((tx) => refundAttempt(tx, counts));
}
