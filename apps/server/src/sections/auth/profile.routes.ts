import { normaliseMailAddress } from "@okaeri/domain/mail-address";
import { sql } from "kysely";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder, CallContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { tfaBinding } from "../../session/cipher.ts";
import { checkPassword } from "../../session/passwords.ts";
import { endSession, lookUpSession, openSession, type SignedIn, sessionDataOf } from "../../session/session-store.ts";
import { matchingStep, newTotpSecret, otpauthUrl } from "../../session/totp.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { addAccountMail } from "./account-mails.ts";
import { issueToken, openToken, useToken } from "./account-tokens.ts";
import {
  countFailure,
  giveBackTry,
  isThrottled,
  LOGIN_TRIES_PER_USER,
  reserveTry,
  spendTotpStep,
} from "./auth.queries.ts";
import { userById } from "./auth.read.ts";
import { deviceOf } from "./device.ts";
import { recoveryCodesLeft, renewRecoveryCodes } from "./recovery-codes.ts";
import { refuseBadPassword, storePassword } from "./set-password.ts";

const CODE_TRIES_PER_USER = 15;

export function profileRoutes(os: Binder) {
  return {
    profile: os.auth.profile.handler(({ context }) =>
      context.app.database.asSystem((tx) => profileOf(tx, context.signedIn, context.app)),
    ),

    updateProfile: os.auth.updateProfile.handler(async ({ input, context }) => {
      const { app, signedIn, language } = context;
      const address = normaliseMailAddress(input.user_email);
      if (address === undefined) {
        const text = language === "ja" ? "メールアドレスの形式を確認してください" : "Please check the mail address";
        throw new CallError("INVALID_INPUT", { fields: { user_email: text } });
      }
      return app.database.asSystem(async (tx) => {
        const before = await profileOf(tx, signedIn, app);
        await sql`update users set name = ${input.name}, updated_by = id, updated_at = ${app.clock.now()}, version = version + 1
          where id = ${signedIn.userId} and name <> ${input.name}`.execute(tx.db);
        const pending = address === before.user_email ? null : address;
        if (pending) await askToConfirm(app, tx, context, pending, input.name);
        await audit(tx, context, "update", { name: before.name }, { name: input.name, pending_email: pending });
        return { name: input.name, user_email: before.user_email, pending_email: pending ?? before.pending_email };
      });
    }),

    confirmEmail: os.auth.confirmEmail.handler(async ({ input, context }) => {
      const { app, signedIn } = context;
      const now = app.clock.now();
      return app.database.asSystem(async (tx) => {
        const token = await openToken(tx, input.token, "email", now);
        if (!token?.new_email || token.user_id !== signedIn.userId || !(await useToken(tx, token.id, now)))
          throw new CallError("LINK_INVALID");
        await sql`update users set user_email = ${token.new_email}, updated_by = id, updated_at = ${now}, version = version + 1 where id = ${signedIn.userId}`.execute(
          tx.db,
        );
        await audit(tx, context, "email_confirmed");
        return { user_email: token.new_email };
      });
    }),

    changePassword: os.auth.changePassword.handler(async ({ input, context }) => {
      const { app, signedIn, language } = context;
      const now = app.clock.now();
      await proveOldPassword(context, input.old_password);
      await app.database.asSystem((tx) =>
        refuseBadPassword(tx, {
          userId: signedIn.userId,
          loginId: signedIn.loginId,
          password: input.password,
          language,
        }),
      );
      await proveOwnCode(context, input.code);
      const token = await app.database.asSystem(async (tx) => {
        await storePassword(tx, signedIn.userId, input.password, now);
        await endOthers(tx, signedIn, now);
        await endSession(tx, app.clock, signedIn.sessionId, "replaced");
        await audit(tx, context, "password_changed");
        return openSession(tx, app.clock, {
          userId: signedIn.userId,
          verified: true,
          ip: context.ip,
          userAgent: context.userAgent,
        });
      });
      context.setSessionCookie(token);
      const found = await lookUpSession(app.database, app.clock, token);
      return sessionDataOf(found.state === "live" ? found.session : null);
    }),

    startTfaChange: os.auth.startTfaChange.handler(async ({ input, context }) => {
      const { app, signedIn } = context;
      await proveOwnCode(context, input.code);
      const secret = newTotpSecret();
      const sealed = app.cipher.seal(secret, pendingBinding(signedIn.sessionId));
      await app.database.asSystem((tx) =>
        sql`update sessions set pending_tfa_secret = ${sealed} where id = ${signedIn.sessionId}`.execute(tx.db),
      );
      return { tfa_secret: secret, otpauth_url: otpauthUrl(secret, signedIn.loginId, app.config.provider.name) };
    }),

    finishTfaChange: os.auth.finishTfaChange.handler(async ({ input, context }) => {
      const { app, signedIn } = context;
      const now = app.clock.now();
      return app.database.asSystem(async (tx) => {
        const found = await sql<{
          pending_tfa_secret: string | null;
        }>`select pending_tfa_secret from sessions where id = ${signedIn.sessionId} for update`.execute(tx.db);
        const sealed = found.rows[0]?.pending_tfa_secret;
        if (!sealed) throw new CallError("WRONG_STATE");
        const secret = app.cipher.open(sealed, pendingBinding(signedIn.sessionId));
        const step = matchingStep(secret, input.code, now, 0);
        if (step === null) throw new CallError("WRONG_CODE");
        await sql`update users set tfa_secret = ${app.cipher.seal(secret, tfaBinding(signedIn.userId))}, tfa_last_step = ${step},
          updated_by = id, updated_at = ${now}, version = version + 1 where id = ${signedIn.userId}`.execute(tx.db);
        await sql`update sessions set pending_tfa_secret = null where id = ${signedIn.sessionId}`.execute(tx.db);
        await endOthers(tx, signedIn, now);
        await audit(tx, context, "tfa_changed");
        return { recovery_codes: await renewRecoveryCodes(tx, signedIn.userId) };
      });
    }),

    sessions: os.auth.sessions.handler(async ({ context }) => {
      const { app, signedIn } = context;
      const rows = await app.database.asSystem((tx) =>
        sql<{
          id: number;
          ip: string | null;
          user_agent: string;
          created_at: Date;
          last_seen_at: Date;
        }>`select id, host(ip) as ip, user_agent, created_at, last_seen_at
          from sessions where user_id = ${signedIn.userId} and verified and ended_at is null and expires_at > ${app.clock.now()} order by last_seen_at desc`.execute(
          tx.db,
        ),
      );
      return rows.rows.map((row) => ({
        id: row.id,
        current: row.id === signedIn.sessionId,
        device: deviceOf(row.user_agent, context.language),
        ip: row.ip ?? "",
        signed_in_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
      }));
    }),

    endSession: os.auth.endSession.handler(async ({ input, context }) => {
      const { app, signedIn } = context;
      await app.database.asSystem(async (tx) => {
        const done = await sql`update sessions set ended_at = ${app.clock.now()}, end_reason = 'logout'
          where id = ${input.id} and user_id = ${signedIn.userId} and ended_at is null`.execute(tx.db);
        if (done.numAffectedRows !== 1n) throw new CallError("NOT_FOUND");
        await audit(tx, context, "session_ended");
      });
      return { done: true as const };
    }),
  };
}

const pendingBinding = (sessionId: number) => `sessions.pending_tfa_secret:${sessionId}`;

async function profileOf(tx: Tx, signedIn: SignedIn, app: App) {
  const found = await sql<{
    name: string;
    user_email: string;
    password_changed_at: Date | null;
    pending_email: string | null;
  }>`select u.name, u.user_email, u.password_changed_at,
      (select t.new_email from account_tokens t where t.user_id = u.id and t.purpose = 'email' and t.used_at is null and t.voided_at is null and t.expires_at > ${app.clock.now()}) as pending_email
    from users u where u.id = ${signedIn.userId}`.execute(tx.db);
  const row = found.rows[0];
  if (!row) throw new CallError("NO_SESSION");
  return {
    login_id: signedIn.loginId,
    name: row.name,
    user_email: row.user_email,
    pending_email: row.pending_email,
    role: signedIn.role,
    companies: [signedIn.companyName],
    signed_in_at: signedIn.signedInAt.toISOString(),
    password_changed_at: row.password_changed_at?.toISOString() ?? null,
    recovery_codes_left: await recoveryCodesLeft(tx, signedIn.userId),
  };
}

async function askToConfirm(app: App, tx: Tx, context: CallContext, address: string, name: string): Promise<void> {
  const { userId } = context.signedIn;
  const token = await issueToken(tx, {
    userId,
    purpose: "email",
    now: app.clock.now(),
    createdBy: userId,
    newEmail: address,
  });
  await addAccountMail(app, tx, { kind: "email", to: address, name, token, language: context.language });
}

/** The old password, asked again. Wrong ones count: whoever found an open screen must not guess on it for hours. */
async function proveOldPassword(context: CallContext, password: string): Promise<void> {
  const { app, signedIn, language } = context;
  const now = app.clock.now();
  const name = signedIn.loginId.toLowerCase();
  const user = await app.database.asSystem(async (tx) =>
    (await reserveTry(tx, "login_user", name, LOGIN_TRIES_PER_USER, now)) ? userById(tx, signedIn.userId) : "blocked",
  );
  if (user === "blocked") throw new CallError("TOO_MANY_REQUESTS");
  if (!(await checkPassword(user?.password ?? null, password))) {
    const text = language === "ja" ? "いまのパスワードが正しくありません" : "The current password is not correct";
    throw new CallError("INVALID_INPUT", { fields: { old_password: text } });
  }
  await app.database.asSystem((tx) => giveBackTry(tx, "login_user", name));
}

/** The own authenticator, asked again before something that matters. A failed try counts although the call answers an error. */
async function proveOwnCode(context: CallContext, code: string): Promise<void> {
  const { app, signedIn } = context;
  const now = app.clock.now();
  const right = await app.database.asSystem(async (tx) => {
    const key = String(signedIn.userId);
    if (await isThrottled(tx, "code_user", key, now)) throw new CallError("TOO_MANY_REQUESTS");
    const user = await userById(tx, signedIn.userId);
    const secret = user?.tfa_secret ? app.cipher.open(user.tfa_secret, tfaBinding(signedIn.userId)) : "";
    const step = matchingStep(secret, code, now, user?.tfa_last_step ?? 0);
    if (step !== null && (await spendTotpStep(tx, signedIn.userId, step))) return true;
    await countFailure(tx, "code_user", key, CODE_TRIES_PER_USER, now);
    return false;
  });
  if (!right) {
    const text = context.language === "ja" ? "認証コードが正しくありません" : "The code is not correct";
    throw new CallError("WRONG_CODE", { fields: { code: text } });
  }
}

/** specification §4: whoever was signed in with the old password or device is logged out (409). */
async function endOthers(tx: Tx, signedIn: SignedIn, now: Date): Promise<void> {
  await sql`update sessions set ended_at = ${now}, end_reason = 'changed'
    where user_id = ${signedIn.userId} and id <> ${signedIn.sessionId} and ended_at is null`.execute(tx.db);
}

async function audit(tx: Tx, context: CallContext, action: string, before?: unknown, after?: unknown): Promise<void> {
  const { userId, companyId } = context.signedIn;
  await recordAudit(tx, {
    actorUserId: userId,
    ip: context.ip,
    action,
    entity: "users",
    entityId: userId,
    companyId,
    before,
    after,
  });
}
