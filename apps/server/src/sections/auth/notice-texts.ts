import type { Language } from "@okaeri/contract/errors";
import type { AccountMailText } from "./account-mail-texts.ts";
import { nameForMail, timeInJapan } from "./mail-formats.ts";

/** What a person is told by mail, because it opens or closes their way in. */
export type Notice =
  | { about: "password_changed" | "tfa_changed" | "recovery_renewed" | "recovery_used" | "new_device" }
  | { about: "email_asked" | "email_changed"; newEmail: string };

export type NoticeAbout = Notice["about"];

/** What happened to a person's sign-in. */
export type NoticeMail = {
  kind: "notice";
  about: NoticeAbout;
  to: string;
  name: string;
  language: Language;
  at: string;
  device: string;
  ip: string;
  /** The new address, masked. */
  newEmail?: string;
};

const NOTICES: Record<NoticeAbout, Record<Language, [subject: string, what: string]>> = {
  password_changed: {
    ja: ["パスワードが変更されました", "「おかえり」のパスワードが変更されました。ほかの端末はログアウトしました。"],
    en: ["Your password was changed", "Your Okaeri password was changed. Other devices were signed out."],
  },
  tfa_changed: {
    ja: [
      "認証アプリが変更されました",
      "「おかえり」のログインに使う認証アプリが、新しく登録されました。前の認証アプリと復旧コードは使えません。",
    ],
    en: [
      "Your authenticator was changed",
      "A new authenticator was registered for your sign-in to Okaeri. The old one and its recovery codes no longer work.",
    ],
  },
  recovery_renewed: {
    ja: ["復旧コードが作り直されました", "「おかえり」の復旧コードが作り直されました。前の復旧コードは使えません。"],
    en: [
      "Your recovery codes were made anew",
      "New recovery codes were made for your sign-in to Okaeri. The old ones no longer work.",
    ],
  },
  recovery_used: {
    ja: [
      "復旧コードでログインがありました",
      "認証アプリの代わりに復旧コードを使って、「おかえり」へのログインがありました。",
    ],
    en: [
      "Somebody signed in with a recovery code",
      "A recovery code was used in place of your authenticator to sign in to Okaeri.",
    ],
  },
  new_device: {
    ja: [
      "新しい端末からログインがありました",
      "これまで使われていない端末から、「おかえり」へのログインがありました。",
    ],
    en: ["A sign-in from a new device", "There was a sign-in to Okaeri from a device that you have not used before."],
  },
  email_asked: {
    ja: [
      "メールアドレスの変更が申し込まれました",
      "「おかえり」の連絡先を、別のメールアドレスに変える手続きがありました。新しいアドレスで確認が済むと、変わります。",
    ],
    en: [
      "A change of your mail address was asked for",
      "Somebody asked to change your contact address in Okaeri. It changes once the new address is confirmed.",
    ],
  },
  email_changed: {
    ja: ["メールアドレスが変更されました", "「おかえり」の連絡先のメールアドレスが変更されました。"],
    en: ["Your mail address was changed", "Your contact address in Okaeri was changed."],
  },
};

export function noticeText(
  mail: NoticeMail,
  { provider, login }: { provider: string; login: string },
): AccountMailText {
  const english = mail.language === "en";
  const [subject, what] = NOTICES[mail.about][mail.language];
  const facts: [string, string, string | undefined][] = [
    ["日時", "When", timeInJapan(mail.at, mail.language)],
    ["新しいアドレス", "New address", mail.newEmail],
    ["端末", "Device", mail.device],
    ["IPアドレス", "IP address", mail.ip],
  ];
  return {
    subject,
    lines: [
      english ? `Dear ${nameForMail(mail.name)},` : `${nameForMail(mail.name)} 様`,
      "",
      what,
      "",
      ...facts.flatMap(([ja, en, value]) => (value ? [`${english ? en : ja}: ${value}`] : [])),
      "",
      ...(english
        ? [
            "If this was you, there is nothing to do.",
            "If it was not, choose a new password at once and tell your administrator.",
            login,
          ]
        : [
            "ご自身の操作であれば、何もする必要はありません。",
            "心当たりがない場合は、すぐにパスワードを再設定し、管理者にご連絡ください。",
            login,
          ]),
      "",
      provider,
    ],
  };
}
