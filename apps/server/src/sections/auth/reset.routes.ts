import { signInId } from "@okaeri/domain/auth/sign-in-id";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Binder } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { endSessionsAsChanged } from "../../session/session-store.ts";
import { addAccountMail } from "./account-mails.ts";
import { openToken, useToken, voidTokens } from "./account-tokens.ts";
import { userById } from "./auth.read.ts";
import { notifyPerson } from "./notices.ts";
import { refuseBadPassword, storePassword } from "./set-password.ts";
import { clearCounts, reserveAttempt } from "./throttles.ts";

/** specification §4, password reset. The two-factor step is still asked at the next sign-in. */
export function resetRoutes(os: Binder) {
  return {
    // The same answer and the same work for every id (quality A21): it only adds a job, which looks the id up later. Requests are counted
    // by id alone, because a whole hotel may share one address.
    resetForget: os.auth.resetForget.handler(async ({ input, context }) => {
      const { app, ip, language } = context;
      const loginId = signInId(input.login_id);
      await app.database.asSystem(async (tx) => {
        const counts = [{ kind: "forget_user" as const, by: "", subject: loginId }];
        if ((await reserveAttempt(tx, counts, app.realClock.now())) > 0) return;
        await addAccountMail(app, tx, `address ${ip}`, { kind: "forget", loginId, language, ip });
      });
      return { done: true as const };
    }),

    reset: os.auth.reset.handler(async ({ input, context }) => {
      const { app } = context;
      const loginId = await app.database.asSystem(async (tx) => {
        const token = await openToken(tx, input.token, ["reset"], app.realClock.now());
        const user = token && (await userById(tx, token.user_id));
        if (user?.status !== "active") throw new CallError("LINK_INVALID");
        return user.login_id;
      });
      context.setStepToken("reset", input.token);
      return { login_id: loginId };
    }),

    resetRegistration: os.auth.resetRegistration.handler(async ({ input, context }) => {
      const { app, ip } = context;
      const now = app.realClock.now();
      const proven = context.stepToken("reset");
      if (!proven) throw new CallError("NO_SESSION");
      const userId = await app.database.asSystem(async (tx) => {
        const token = await openToken(tx, proven, ["reset"], now);
        const user = token && (await userById(tx, token.user_id));
        if (!token || user?.status !== "active" || user.login_id !== signInId(input.login_id))
          throw new CallError("LINK_INVALID");
        await refuseBadPassword(tx, { userId: user.id, loginId: user.login_id, password: input.password });
        if (!(await useToken(tx, token.id, now))) throw new CallError("LINK_INVALID");
        await storePassword(tx, user.id, input.password, now);
        await voidTokens(tx, user.id, ["reset", "email"], now);
        await endSessionsAsChanged(tx, user.id, now);
        // The owner is back: rate limits that strangers used up are reset, and browsers that somebody may have signed in with are unknown
        // again.
        await clearCounts(tx, user.login_id);
        await tx.run`update users set devices_known_from = ${now} where id = ${user.id}`;
        await recordAudit(tx, {
          actorUserId: user.id,
          ip,
          action: "password_reset",
          entity: "users",
          entityId: user.id,
          companyId: user.company_id,
        });
        await notifyPerson(tx, context, user.id, { about: "password_changed" });
        return user.id;
      });
      context.setStepToken("reset", null);
      // The person who opened the mail is no stranger: guesses from elsewhere cannot lock this browser out.
      context.rememberBrowser(userId);
      return { done: true as const };
    }),
  };
}
