import type { Language } from "@okaeri/contract/errors";
import { nameForMail, timeInJapan } from "./mail-formats.ts";

/** A mail with a link. `invitation`, `email` and `sender` reach people who may be strangers: they carry no text that a user can write freely. */
export type LinkMail = { to: string; token: string; until: string; language: Language } & (
  | { kind: "invitation"; inviter: { name: string; company: string } | null; company: string }
  | { kind: "email"; person: string; company: string }
  | { kind: "sender"; account: string }
  | { kind: "tfa"; name: string; loginId: string }
  | { kind: "reset"; name: string }
);

export type AccountMailText = { subject: string; lines: string[] };

export function linkText(mail: LinkMail, { provider, link }: { provider: string; link: string }): AccountMailText {
  const until = timeInJapan(mail.until, mail.language);
  const { subject, before, after } =
    mail.language === "en" ? englishLink(mail, provider) : japaneseLink(mail, provider);
  const deadline = mail.language === "en" ? `The link works until ${until}.` : `リンクの期限: ${until}`;
  return { subject, lines: [...before, "", link, "", deadline, ...after, "", provider] };
}

type LinkParts = { subject: string; before: string[]; after: string[] };

function japaneseLink(mail: LinkMail, provider: string): LinkParts {
  switch (mail.kind) {
    case "invitation":
      return {
        subject: "おかえり へのご招待",
        before: [
          mail.inviter === null
            ? `${provider} が、${nameForMail(mail.company)} の管理画面「おかえり」のユーザーとして、あなたを招待しました。`
            : `${nameForMail(mail.inviter.company)} の ${nameForMail(mail.inviter.name)} さんが、${nameForMail(mail.company)} の管理画面「おかえり」のユーザーとして、あなたを招待しました。`,
          "次のリンクを開いて、登録を済ませてください。",
        ],
        after: [
          "",
          "登録には、スマートフォンなどの認証アプリが必要です。",
          "心当たりがない場合は、このメールを破棄してください。",
        ],
      };
    case "sender":
      return {
        subject: "差出人アドレスの確認",
        before: [
          `${nameForMail(mail.account)} が、お客様へ送るメールの差出人に、このメールアドレスを使おうとしています。`,
          "よろしければ、次のリンクを開いて確認してください。確認が済むと、このアドレスから送られます。",
        ],
        after: ["", "心当たりがない場合は、このメールを破棄してください。このアドレスからは送られません。"],
      };
    case "tfa":
      return {
        subject: "認証アプリの登録をやり直してください",
        before: [
          `${nameForMail(mail.name)} 様`,
          "",
          "管理者が、あなたの認証アプリの登録を取り消しました。前の認証アプリと復旧コードは使えません。",
          `ユーザーID (${mail.loginId}) とパスワードは、そのままです。`,
          "次のリンクを開いて、新しい認証アプリを登録してください。登録するまで、ログインできません。",
        ],
        after: ["", "登録には、いまのパスワードが必要です。", "心当たりがない場合は、管理者にご連絡ください。"],
      };
    case "reset":
      return {
        subject: "パスワードの再設定",
        before: [
          `${nameForMail(mail.name)} 様`,
          "",
          "パスワードの再設定を受け付けました。",
          "次のリンクを開いて、新しいパスワードを決めてください。",
        ],
        after: ["", "心当たりがない場合は、このメールを破棄してください。パスワードは変わりません。"],
      };
    case "email":
      return {
        subject: "メールアドレスの確認",
        before: [
          `${nameForMail(mail.company)} の ${nameForMail(mail.person)} さんが、このメールアドレスを「おかえり」の連絡先にする手続きをしました。`,
          "ご本人の場合は、ログインした状態で次のリンクを開いてください。",
        ],
        after: ["", "心当たりがない場合は、このメールを破棄してください。連絡先は変わりません。"],
      };
  }
}

function englishLink(mail: LinkMail, provider: string): LinkParts {
  switch (mail.kind) {
    case "invitation":
      return {
        subject: "You are invited to Okaeri",
        before: [
          mail.inviter === null
            ? `${provider} has invited you to use Okaeri for ${nameForMail(mail.company)}.`
            : `${nameForMail(mail.inviter.name)} of ${nameForMail(mail.inviter.company)} has invited you to use Okaeri for ${nameForMail(mail.company)}.`,
          "Open this link to sign up:",
        ],
        after: [
          "",
          "You will need an authenticator app, for example on your phone.",
          "If this is not for you, please ignore this mail.",
        ],
      };
    case "sender":
      return {
        subject: "Please confirm this sender address",
        before: [
          `${nameForMail(mail.account)} wants to send mails to its guests from this address.`,
          "If that is right, open this link and confirm it. Mails come from this address from then on:",
        ],
        after: ["", "If you did not expect this, please ignore this mail. Nothing is then sent from this address."],
      };
    case "tfa":
      return {
        subject: "Please register your authenticator again",
        before: [
          `Dear ${nameForMail(mail.name)},`,
          "",
          "An administrator took away your authenticator. The old one and its recovery codes no longer work.",
          `Your user ID (${mail.loginId}) and your password stay as they are.`,
          "Open this link to register a new authenticator. Until then you cannot sign in.",
        ],
        after: [
          "",
          "You will be asked for your current password.",
          "If you did not expect this, please tell your administrator.",
        ],
      };
    case "reset":
      return {
        subject: "Resetting your password",
        before: [
          `Dear ${nameForMail(mail.name)},`,
          "",
          "Somebody asked to reset your password.",
          "Open this link to choose a new one:",
        ],
        after: ["", "If that was not you, please ignore this mail. Your password stays as it is."],
      };
    case "email":
      return {
        subject: "Please confirm your mail address",
        before: [
          `${nameForMail(mail.person)} of ${nameForMail(mail.company)} asked to make this address their contact in Okaeri.`,
          "If that is you, sign in, then open this link:",
        ],
        after: ["", "If that was not you, please ignore this mail. Nothing changes."],
      };
  }
}
