import type { Language } from "@okaeri/contract/errors";
import { sql } from "kysely";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError } from "../../http/errors.ts";
import { addAccountMail } from "./account-mails.ts";
import { issueToken } from "./account-tokens.ts";
import { reserveMail } from "./reserve-mail.ts";

type Sent = { userId: number; invitedBy: number | null; language: Language };

/**
 * Mails an invitation to a pending user; an earlier one stops working. The mail leaves when the caller's transaction is kept.
 * @throws CallError TOO_MANY_REQUESTS when the inviter or the address had too many within the hour.
 */
export async function inviteUser(app: App, tx: Tx, input: Sent): Promise<void> {
  const { token, expiresAt, person } = await linkFor(app, tx, input, "invitation");
  const inviter = input.invitedBy === null ? null : await inviterOf(tx, input.invitedBy);
  await addAccountMail(app, tx, causeOf(input), {
    kind: "invitation",
    to: person.user_email,
    inviter,
    company: person.company_name,
    token,
    until: expiresAt.toISOString(),
    language: input.language,
  });
}

/** Mails the link with which an active user without an authenticator registers a new one; id and password stay. */
export async function mailAuthenticatorLink(app: App, tx: Tx, input: Sent): Promise<void> {
  const { token, expiresAt, person } = await linkFor(app, tx, input, "tfa");
  await addAccountMail(app, tx, causeOf(input), {
    kind: "tfa",
    to: person.user_email,
    name: person.name,
    loginId: person.login_id ?? "",
    token,
    until: expiresAt.toISOString(),
    language: input.language,
  });
}

const causeOf = ({ userId, invitedBy }: Sent) => `person ${invitedBy ?? userId}`;

async function linkFor(app: App, tx: Tx, input: Sent, purpose: "invitation" | "tfa") {
  const waiting =
    purpose === "invitation" ? sql`person.status = 'pending'` : sql`person.status = 'active' and not person.has_tfa`;
  const person = await tx.maybe<{
    name: string;
    user_email: string;
    login_id: string | null;
    company_name: string;
  }>`select person.name, person.user_email, person.login_id, company.name as company_name
    from users person
    join companies company on company.id = person.company_id
    where person.id = ${input.userId} and ${waiting}`;
  if (!person) throw new Error(`user ${input.userId} is not waiting for this mail`);
  const now = app.realClock.now();
  const closed = await reserveMail(tx, "invite_sender", input.invitedBy, person.user_email, now);
  if (closed > 0) throw new CallError("TOO_MANY_REQUESTS", { retryAfter: closed });
  return { ...(await issueToken(tx, { userId: input.userId, purpose, now, createdBy: input.invitedBy })), person };
}

async function inviterOf(tx: Tx, userId: number): Promise<{ name: string; company: string } | null> {
  const found = await tx.maybe<{
    name: string;
    company: string;
  }>`select person.name, company.name as company
    from users person
    join companies company on company.id = person.company_id
    where person.id = ${userId}`;
  return found ?? null;
}
