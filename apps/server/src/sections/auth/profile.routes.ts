import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder, CallContext } from "../../http/binder.ts";
import { CallError, staleVersion } from "../../http/errors.ts";
import type { SignedIn } from "../../session/session-store.ts";
import { addAccountMail } from "./account-mails.ts";
import { issueToken, openToken, useToken, voidTokens } from "./account-tokens.ts";
import { auditOwn } from "./audit-own.ts";
import { deviceOf } from "./device.ts";
import { notifyPerson } from "./notices.ts";
import { recoveryCodesLeft } from "./recovery-codes.ts";
import { reserveMail } from "./reserve-mail.ts";
import { verifyOwnCode } from "./verify-code.ts";
import { verifyOwnPassword } from "./verify-password.ts";

/** One's own record: name, mail address, and where one is signed in. */
export function profileRoutes(os: Binder) {
  return {
    profile: os.auth.profile.handler(({ context }) =>
      context.app.database.asSystem((tx) => profileOf(tx, context.signedIn, context.app), {
        person: context.signedIn.userId,
      }),
    ),

    updateProfile: os.auth.updateProfile.handler(async ({ input, context }) => {
      const { app, signedIn } = context;
      const now = app.realClock.now();
      const address = input.user_email;
      if (address !== signedIn.email) await verifyForMail(context, input);
      return app.database.asSystem(
        async (tx) => {
          // Parallel saves take turns. Optimistic locking: a save that names its version is refused when another came first.
          await tx.run`select from users where id = ${signedIn.userId} for update`;
          const before = await profileOf(tx, signedIn, app);
          if (input.version !== undefined && input.version !== before.version)
            throw staleVersion("users", signedIn.userId);
          await tx.run`update users
            set name = ${input.name}, updated_by = id, updated_at = ${now}, version = version + 1
            where id = ${signedIn.userId} and name <> ${input.name}`;
          const pending = address === before.user_email ? null : address;
          if (pending !== null) await askToConfirm(tx, context, pending, before.name);
          await auditOwn(tx, context, "update", { name: before.name }, { name: input.name, pending_email: pending });
          const { name, user_email, pending_email, version } = await profileOf(tx, signedIn, app);
          return { name, user_email, pending_email, version };
        },
        { person: signedIn.userId },
      );
    }),

    confirmEmail: os.auth.confirmEmail.handler(async ({ input, context }) => {
      const { app, signedIn } = context;
      const now = app.realClock.now();
      return app.database.asSystem(
        async (tx) => {
          const token = await openToken(tx, input.token, ["email"], now);
          if (!token?.new_email || token.user_id !== signedIn.userId || !(await useToken(tx, token.id, now)))
            throw new CallError("LINK_INVALID");
          const { user_email: old } = await profileOf(tx, signedIn, app);
          await tx.run`update users
            set user_email = ${token.new_email}, updated_by = id, updated_at = ${now}, version = version + 1
            where id = ${signedIn.userId}`;
          // A password link that went to the old address no longer belongs to the owner.
          await voidTokens(tx, signedIn.userId, ["reset"], now);
          await auditOwn(tx, context, "email_confirmed", { user_email: old }, { user_email: token.new_email });
          for (const to of [old, token.new_email])
            await notifyPerson(tx, context, signedIn.userId, { about: "email_changed", newEmail: token.new_email }, to);
          return { user_email: token.new_email };
        },
        { person: signedIn.userId },
      );
    }),

    sessions: os.auth.sessions.handler(async ({ context }) => {
      const { app, signedIn } = context;
      const rows = await app.database.asSystem(
        (tx) =>
          tx.all<{
            id: number;
            ip: string | null;
            user_agent: string;
            created_at: Date;
            last_seen_at: Date;
          }>`select id, host(ip) as ip, user_agent, created_at, last_seen_at
            from sessions
            where user_id = ${signedIn.userId} and verified and ended_at is null and expires_at > ${app.realClock.now()}
            order by last_seen_at desc`,
        { person: signedIn.userId },
      );
      return rows.map((row) => ({
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
      await app.database.asSystem(
        async (tx) => {
          const done = await tx.run`update sessions
            set ended_at = ${app.realClock.now()}, end_reason = 'logout'
            where id = ${input.id} and user_id = ${signedIn.userId} and ended_at is null`;
          if (done !== 1) throw new CallError("NOT_FOUND");
          await auditOwn(tx, context, "session_ended");
        },
        { person: signedIn.userId },
      );
      return { done: true as const };
    }),
  };
}

async function profileOf(tx: Tx, signedIn: SignedIn, app: App) {
  const row = await tx.one<{
    name: string;
    user_email: string;
    version: number;
    password_changed_at: Date | null;
    pending_email: string | null;
  }>`select person.name, person.user_email, person.version, person.password_changed_at,
      (select token.new_email
        from account_tokens token
        where token.user_id = person.id and token.purpose = 'email'
          and token.used_at is null and token.voided_at is null and token.expires_at > ${app.realClock.now()}) as pending_email
    from users person
    where person.id = ${signedIn.userId}`;
  if (!row) throw new CallError("NO_SESSION");
  return {
    login_id: signedIn.loginId,
    name: row.name,
    user_email: row.user_email,
    version: row.version,
    pending_email: row.pending_email,
    role: signedIn.role,
    companies: [signedIn.companyName],
    signed_in_at: signedIn.signedInAt.toISOString(),
    password_changed_at: row.password_changed_at?.toISOString() ?? null,
    recovery_codes_left: await recoveryCodesLeft(tx, signedIn.userId),
  };
}

/** With the mails one can get the password, so a new address asks for the password and a code. */
async function verifyForMail(
  context: CallContext,
  input: { password?: string | undefined; code?: string | undefined },
): Promise<void> {
  const { password, code } = input;
  if (password === undefined || code === undefined)
    throw new CallError("INVALID_INPUT", {
      fields: {
        ...(password === undefined ? { password: { code: "required" } } : {}),
        ...(code === undefined ? { code: { code: "required" } } : {}),
      },
    });
  await verifyOwnPassword(context, context.signedIn.userId, password, "password");
  await verifyOwnCode(context, code);
}

/** The new address counts once the mail sent to it was opened; the old one is notified at once. */
async function askToConfirm(tx: Tx, context: CallContext, address: string, name: string): Promise<void> {
  const { app, language } = context;
  const { userId, companyName } = context.signedIn;
  const now = app.realClock.now();
  const closed = await reserveMail(tx, "confirm_sender", userId, address, now);
  if (closed > 0) throw new CallError("TOO_MANY_REQUESTS", { retryAfter: closed });
  const { token, expiresAt } = await issueToken(tx, {
    userId,
    purpose: "email",
    now,
    createdBy: userId,
    newEmail: address,
  });
  await notifyPerson(tx, context, userId, { about: "email_asked", newEmail: address });
  const until = expiresAt.toISOString();
  const link = { kind: "email" as const, to: address, person: name, company: companyName, token, until, language };
  await addAccountMail(app, tx, `person ${userId}`, link);
}
