import { signInId } from "@okaeri/domain/auth/sign-in-id";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Binder, RequestContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { endSession, lookUpSession, openSession, sessionDataOf } from "../../session/session-store.ts";
import { verifyCode } from "./verify-code.ts";
import { verifyPassword } from "./verify-password.ts";

export function authRoutes(os: Binder) {
  return {
    login: os.auth.login.handler(async ({ input, context }) => {
      const userId = await verifyPassword(context, signInId(input.userId), input.password);
      const { app } = context;
      const token = await app.database.asSystem(
        (tx) =>
          openSession(tx, app.realClock, { userId, verified: false, ip: context.ip, userAgent: context.userAgent }),
        { person: userId },
      );
      return startWith(context, token);
    }),

    verify: os.auth.verify.handler(async ({ input, context }) =>
      startWith(context, await verifyCode(context, input.code)),
    ),

    // Only the person's own session ends, whatever userId the body names (quality S04).
    logout: os.auth.logout.handler(async ({ context }) => {
      const { app } = context;
      const found = await context.session();
      if (found.state === "live") {
        const { sessionId, userId, companyId } = found.session;
        await app.database.asSystem(
          async (tx) => {
            // Of two logouts at once the first ends it and writes the one audit line.
            if (!(await endSession(tx, app.realClock, sessionId, "logout"))) return;
            await recordAudit(tx, {
              actorUserId: userId,
              ip: context.ip,
              action: "logout",
              entity: "users",
              entityId: userId,
              companyId,
            });
          },
          { person: userId },
        );
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
  const found = await lookUpSession(context.app.database, context.app, token);
  if (found.state !== "live") throw new CallError("LOGIN_REFUSED");
  return sessionDataOf(found.session);
}
