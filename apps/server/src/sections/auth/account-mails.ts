import { createHash } from "node:crypto";
import type { Language } from "@okaeri/contract/errors";
import { signInId } from "@okaeri/domain/auth/sign-in-id";
import type { App } from "../../app.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import type { JobHandlers } from "../../jobs/jobs.ts";
import { bindingOf } from "../../session/sealed-places.ts";
import { type AccountMailText, type LinkMail, linkText } from "./account-mail-texts.ts";
import { issueToken } from "./account-tokens.ts";
import { userByLoginId } from "./auth.read.ts";
import { type EndsMail, endsText } from "./ends-mail-text.ts";
import { type NoticeMail, noticeText } from "./notice-texts.ts";

/** What a waiting mail is about. It travels sealed: a job row must not hold a working link. */
type AccountMail =
  | LinkMail
  | NoticeMail
  | EndsMail
  | { kind: "forget"; loginId: string; language: Language; ip: string };

const BINDING = bindingOf("accountMail");

/**
 * Adds a mail in the caller's transaction. Mails of one `cause` (the person or address they come from) leave one after the other, so that a
 * hundred of them delay nobody else's.
 */
export async function addAccountMail(app: App, tx: Tx, cause: string, mail: AccountMail): Promise<void> {
  const group = createHash("sha256").update(cause).digest("base64url").slice(0, 22);
  await app.jobs.add(tx, "account-mail", { sealed: app.cipher.seal(JSON.stringify(mail), BINDING) }, { group });
}

/** Mails of the accounts themselves: links for people, and what people are told. */
export function accountMailJobs(app: App): Pick<JobHandlers, "account-mail"> {
  return {
    "account-mail": async ({ sealed }) => {
      const mail = JSON.parse(app.cipher.open(sealed, BINDING)) as AccountMail;
      const ready = mail.kind === "forget" ? await resetMail(app, mail) : mail;
      if (ready) await deliver(app, ready);
    },
  };
}

/** Looked up here and not in the call: the call then takes the same time for an unknown id as for a known one (timing attack). */
async function resetMail(app: App, mail: Extract<AccountMail, { kind: "forget" }>): Promise<LinkMail | null> {
  return app.database.asSystem(async (tx) => {
    const user = await userByLoginId(tx, signInId(mail.loginId));
    if (user?.status !== "active") return null;
    const contact = await tx.one<{
      user_email: string;
      name: string;
    }>`select user_email, name from users where id = ${user.id}`;
    const { token, expiresAt } = await issueToken(tx, {
      userId: user.id,
      purpose: "reset",
      now: app.realClock.now(),
      createdBy: null,
    });
    await recordAudit(tx, {
      actorUserId: null,
      ip: mail.ip,
      action: "reset_asked",
      entity: "users",
      entityId: user.id,
      companyId: user.company_id,
    });
    return {
      kind: "reset",
      to: contact.user_email ?? "",
      name: contact.name ?? "",
      token,
      until: expiresAt.toISOString(),
      language: mail.language,
    };
  });
}

const PATHS: Record<Exclude<LinkMail["kind"], "sender">, string> = {
  invitation: "/login/signup",
  tfa: "/login/signup",
  reset: "/login/reset",
  email: "/profile/edit",
};

function textOf(mail: LinkMail | NoticeMail | EndsMail, provider: string, origin: string): AccountMailText {
  const prefix = mail.language === "en" ? "/en" : "";
  if (mail.kind === "ends") return endsText(mail, { provider, origin });
  if (mail.kind === "notice") return noticeText(mail, { provider, login: `${origin}${prefix}/login` });
  // A page of its own, outside the web app, in whichever language.
  const link =
    mail.kind === "sender"
      ? `${origin}/sender/${mail.token}?lang=${mail.language}`
      : `${origin}${prefix}${PATHS[mail.kind]}?token=${mail.token}`;
  return linkText(mail, { provider, link });
}

async function deliver(app: App, mail: LinkMail | NoticeMail | EndsMail): Promise<void> {
  const provider = app.config.provider.name;
  const { subject, lines } = textOf(mail, provider, app.origin);
  const result = await app.personMailer.send({
    from: `"${provider}" <no-reply@${new URL(app.origin).hostname}>`,
    to: mail.to,
    subject,
    text: lines.join("\n"),
  });
  if (result.outcome !== "later") return;
  app.log.warn({ event: "mail.later", kind: mail.kind, reason: result.reason }, "a mail is tried again later");
  throw new Error(`mail server: ${result.reason}`);
}
