import type { Binder } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { bindingOf } from "../../session/sealed-places.ts";
import {
  endSession,
  endSessionsAsChanged,
  lookUpSession,
  openSession,
  sessionDataOf,
} from "../../session/session-store.ts";
import { matchingStep, newTotpSecret, otpauthUrl } from "../../session/totp.ts";
import { voidTokens } from "./account-tokens.ts";
import { auditOwn } from "./audit-own.ts";
import { notifyPerson } from "./notices.ts";
import { renewRecoveryCodes } from "./recovery-codes.ts";
import { refuseBadPassword, storePassword } from "./set-password.ts";
import { verifyOwnCode } from "./verify-code.ts";
import { verifyOwnPassword } from "./verify-password.ts";

/** One's own password, authenticator and recovery codes. Each asks for a code first: of the app, or a recovery code in its place. */
export function credentialsRoutes(os: Binder) {
  return {
    changePassword: os.auth.changePassword.handler(async ({ input, context }) => {
      const { app, signedIn } = context;
      const { userId, loginId, sessionId } = signedIn;
      const now = app.realClock.now();
      await verifyOwnPassword(context, userId, input.old_password, "old_password");
      await app.database.asSystem((tx) => refuseBadPassword(tx, { userId, loginId, password: input.password }));
      await verifyOwnCode(context, input.code);
      const token = await app.database.asSystem(
        async (tx) => {
          await storePassword(tx, userId, input.password, now);
          await voidTokens(tx, userId, ["reset"], now);
          await endSessionsAsChanged(tx, userId, now, sessionId);
          await endSession(tx, app.realClock, sessionId, "replaced");
          await auditOwn(tx, context, "password_changed");
          await notifyPerson(tx, context, userId, { about: "password_changed" });
          return openSession(tx, app.realClock, {
            userId,
            verified: true,
            ip: context.ip,
            userAgent: context.userAgent,
          });
        },
        { person: userId },
      );
      context.setSessionCookie(token);
      const found = await lookUpSession(app.database, app, token);
      return sessionDataOf(found.state === "live" ? found.session : null);
    }),

    startTfaChange: os.auth.startTfaChange.handler(async ({ input, context }) => {
      const { app, signedIn } = context;
      await verifyOwnCode(context, input.code);
      const secret = newTotpSecret();
      const sealed = app.cipher.seal(secret, bindingOf("pendingTfa", signedIn.sessionId));
      await app.database.asSystem(
        (tx) => tx.run`update sessions set pending_tfa_secret = ${sealed} where id = ${signedIn.sessionId}`,
        { person: signedIn.userId },
      );
      return { tfa_secret: secret, otpauth_url: otpauthUrl(secret, signedIn.loginId, app.config.provider.name) };
    }),

    finishTfaChange: os.auth.finishTfaChange.handler(async ({ input, context }) => {
      const { app, signedIn } = context;
      const { userId, sessionId } = signedIn;
      const now = app.realClock.now();
      return app.database.asSystem(
        async (tx) => {
          const found = await tx.maybe<{
            pending_tfa_secret: string | null;
          }>`select pending_tfa_secret(id) from sessions where id = ${sessionId} for update`;
          const sealed = found?.pending_tfa_secret;
          if (!sealed) throw new CallError("WRONG_STATE");
          const secret = app.cipher.open(sealed, bindingOf("pendingTfa", sessionId));
          const step = matchingStep(secret, input.code, now, 0);
          if (step === null) throw new CallError("WRONG_CODE");
          await tx.run`update users
            set tfa_secret = ${app.cipher.seal(secret, bindingOf("tfa", userId))}, tfa_last_step = ${step}, updated_by = id,
              updated_at = ${now}, version = version + 1
            where id = ${userId}`;
          await tx.run`update sessions set pending_tfa_secret = null where id = ${sessionId}`;
          await endSessionsAsChanged(tx, userId, now, sessionId);
          await auditOwn(tx, context, "tfa_changed");
          await notifyPerson(tx, context, userId, { about: "tfa_changed" });
          return { recovery_codes: await renewRecoveryCodes(tx, userId) };
        },
        { person: userId },
      );
    }),

    renewRecoveryCodes: os.auth.renewRecoveryCodes.handler(async ({ input, context }) => {
      const { userId } = context.signedIn;
      await verifyOwnCode(context, input.code);
      return context.app.database.asSystem(
        async (tx) => {
          const codes = await renewRecoveryCodes(tx, userId);
          await auditOwn(tx, context, "recovery_renewed");
          await notifyPerson(tx, context, userId, { about: "recovery_renewed" });
          return { recovery_codes: codes };
        },
        { person: userId },
      );
    }),
  };
}
