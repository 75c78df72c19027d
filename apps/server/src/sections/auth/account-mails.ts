import type { Language } from "@okaeri/contract/errors";
import { sql } from "kysely";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import type { JobHandlers } from "../../jobs/jobs.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { issueToken, TOKEN_MINUTES } from "./account-tokens.ts";
import { userByLoginId } from "./auth.read.ts";

/** What a waiting mail is about. It travels sealed: a job row must not hold a working link. */
type AccountMail =
  | { kind: "invitation" | "email"; to: string; name: string; token: string; language: Language }
  | { kind: "forget"; loginId: string; language: Language; ip: string };

const BINDING = "jobs.account-mail";

export async function addAccountMail(app: App, tx: Tx, mail: AccountMail): Promise<void> {
  await app.jobs.add(tx, "account-mail", { sealed: app.cipher.seal(JSON.stringify(mail), BINDING) });
}

/** Mails of the accounts themselves: invitation, reset, confirmation of an address. */
export function accountMailJobs(app: App): Pick<JobHandlers, "account-mail"> {
  return {
    "account-mail": async ({ sealed }) => {
      const mail = JSON.parse(app.cipher.open(sealed, BINDING)) as AccountMail;
      const ready = mail.kind === "forget" ? await resetMail(app, mail) : mail;
      if (ready) await deliver(app, ready);
    },
  };
}

type ReadyMail = {
  kind: "invitation" | "email" | "reset";
  to: string;
  name: string;
  token: string;
  language: Language;
};

/** Looked up here and not in the call, so that the call takes as long for an unknown id as for a known one. */
async function resetMail(app: App, mail: Extract<AccountMail, { kind: "forget" }>): Promise<ReadyMail | null> {
  return app.database.asSystem(async (tx) => {
    const user = await userByLoginId(tx, mail.loginId);
    if (user?.status !== "active") return null;
    const contact = await sql<{
      user_email: string;
      name: string;
    }>`select user_email, name from users where id = ${user.id}`.execute(tx.db);
    const token = await issueToken(tx, { userId: user.id, purpose: "reset", now: app.clock.now(), createdBy: null });
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
      to: contact.rows[0]?.user_email ?? "",
      name: contact.rows[0]?.name ?? "",
      token,
      language: mail.language,
    };
  });
}

async function deliver(app: App, mail: ReadyMail): Promise<void> {
  const path = { invitation: "/login/signup", reset: "/login/reset", email: "/profile/edit" }[mail.kind];
  const prefix = mail.language === "en" ? "/en" : "";
  const link = `${app.origin}${prefix}${path}?token=${mail.token}`;
  const { subject, lines } = TEXTS[mail.language][mail.kind];
  const text = lines(mail.name, link, app.config.provider.name, TOKEN_MINUTES[mail.kind]).join("\n");
  const result = await app.mailer.send({
    from: `"${app.config.provider.name}" <no-reply@${new URL(app.origin).hostname}>`,
    to: mail.to,
    subject,
    text,
  });
  if (result.outcome === "later") throw new Error(`mail server: ${result.reason}`);
}

type Texts = Record<
  ReadyMail["kind"],
  { subject: string; lines(name: string, link: string, provider: string, minutes: number): string[] }
>;

const TEXTS: Record<Language, Texts> = {
  ja: {
    invitation: {
      subject: "おかえり へのご招待",
      lines: (name, link, provider, minutes) => [
        `${name} 様`,
        "",
        "管理画面「おかえり」の利用者として招待されました。",
        `次のリンクを開いて、${minutes / 60}時間以内に登録を済ませてください。`,
        "",
        link,
        "",
        "登録には、スマートフォンの認証アプリが必要です。",
        "このメールに心当たりがない場合は、破棄してください。",
        "",
        provider,
      ],
    },
    reset: {
      subject: "パスワードの再設定",
      lines: (name, link, provider, minutes) => [
        `${name} 様`,
        "",
        "パスワードの再設定を受け付けました。",
        `次のリンクを開いて、${minutes}分以内に新しいパスワードを決めてください。`,
        "",
        link,
        "",
        "お心当たりがない場合は、このメールを破棄してください。パスワードは変わりません。",
        "",
        provider,
      ],
    },
    email: {
      subject: "メールアドレスの確認",
      lines: (name, link, provider, minutes) => [
        `${name} 様`,
        "",
        "このメールアドレスを「おかえり」の連絡先にする手続きを受け付けました。",
        `ログインした状態で、次のリンクを${minutes / 60}時間以内に開いてください。`,
        "",
        link,
        "",
        "お心当たりがない場合は、このメールを破棄してください。連絡先は変わりません。",
        "",
        provider,
      ],
    },
  },
  en: {
    invitation: {
      subject: "You are invited to Okaeri",
      lines: (name, link, provider, minutes) => [
        `Dear ${name},`,
        "",
        "You have been invited to use Okaeri.",
        `Open this link within ${minutes / 60} hours to sign up:`,
        "",
        link,
        "",
        "You will need an authenticator app on your phone.",
        "If this is not for you, please ignore this mail.",
        "",
        provider,
      ],
    },
    reset: {
      subject: "Resetting your password",
      lines: (name, link, provider, minutes) => [
        `Dear ${name},`,
        "",
        "Somebody asked to reset your password.",
        `Open this link within ${minutes} minutes to choose a new one:`,
        "",
        link,
        "",
        "If that was not you, please ignore this mail. Your password stays as it is.",
        "",
        provider,
      ],
    },
    email: {
      subject: "Please confirm your mail address",
      lines: (name, link, provider, minutes) => [
        `Dear ${name},`,
        "",
        "Somebody asked to make this address your contact in Okaeri.",
        `Sign in, then open this link within ${minutes / 60} hours:`,
        "",
        link,
        "",
        "If that was not you, please ignore this mail. Nothing changes.",
        "",
        provider,
      ],
    },
  },
};
