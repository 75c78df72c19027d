import type { Language } from "@okaeri/contract/errors";
import type { NoticeAbout } from "./notices.ts";

/** A mail with a link. `invitation` and `email` reach people who may be strangers: they carry no text that a user can write freely. */
export type LinkMail = { to: string; token: string; until: string; language: Language } & (
  | { kind: "invitation"; inviter: { name: string; company: string } | null; company: string }
  | { kind: "email"; person: string; company: string }
  | { kind: "tfa"; name: string; loginId: string }
  | { kind: "reset"; name: string }
);

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

type Text = { subject: string; lines: string[] };

export function linkText(mail: LinkMail, { provider, link }: { provider: string; link: string }): Text {
  const until = inJapan(mail.until, mail.language);
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
            ? `${provider} が、${plainName(mail.company)} の管理画面「おかえり」の利用者として、あなたを招待しました。`
            : `${plainName(mail.inviter.company)} の ${plainName(mail.inviter.name)} さんが、${plainName(mail.company)} の管理画面「おかえり」の利用者として、あなたを招待しました。`,
          "次のリンクを開いて、登録を済ませてください。",
        ],
        after: [
          "",
          "登録には、スマートフォンなどの認証アプリが必要です。",
          "心当たりがない場合は、このメールを破棄してください。",
        ],
      };
    case "tfa":
      return {
        subject: "認証アプリの登録をやり直してください",
        before: [
          `${plainName(mail.name)} 様`,
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
          `${plainName(mail.name)} 様`,
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
          `${plainName(mail.company)} の ${plainName(mail.person)} さんが、このメールアドレスを「おかえり」の連絡先にする手続きをしました。`,
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
            ? `${provider} has invited you to use Okaeri for ${plainName(mail.company)}.`
            : `${plainName(mail.inviter.name)} of ${plainName(mail.inviter.company)} has invited you to use Okaeri for ${plainName(mail.company)}.`,
          "Open this link to sign up:",
        ],
        after: [
          "",
          "You will need an authenticator app, for example on your phone.",
          "If this is not for you, please ignore this mail.",
        ],
      };
    case "tfa":
      return {
        subject: "Please register your authenticator again",
        before: [
          `Dear ${plainName(mail.name)},`,
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
          `Dear ${plainName(mail.name)},`,
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
          `${plainName(mail.person)} of ${plainName(mail.company)} asked to make this address their contact in Okaeri.`,
          "If that is you, sign in, then open this link:",
        ],
        after: ["", "If that was not you, please ignore this mail. Nothing changes."],
      };
  }
}

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

export function noticeText(mail: NoticeMail, { provider, login }: { provider: string; login: string }): Text {
  const english = mail.language === "en";
  const [subject, what] = NOTICES[mail.about][mail.language];
  const facts: [string, string, string | undefined][] = [
    ["日時", "When", inJapan(mail.at, mail.language)],
    ["新しいアドレス", "New address", mail.newEmail],
    ["端末", "Device", mail.device],
    ["IPアドレス", "IP address", mail.ip],
  ];
  return {
    subject,
    lines: [
      english ? `Dear ${plainName(mail.name)},` : `${plainName(mail.name)} 様`,
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

/** To the minute, as the clocks in Japan show it. */
function inJapan(at: string, language: Language): string {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat("en-GB", {
      timeZone: "Asia/Tokyo",
      year: "numeric",
      month: language === "en" ? "long" : "2-digit",
      day: language === "en" ? "numeric" : "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    })
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute } = parts;
  return language === "en"
    ? `${day} ${month} ${year}, ${hour}:${minute} (Japan time)`
    : `${year}年${month}月${day}日 ${hour}:${minute} (日本時間)`;
}

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]+/gu;
const LONGEST_NAME = 60;

/**
 * A stored name as it may stand in a mail: one line, nothing unseen, not long, and nothing that a mail program would make a link of. Names
 * are typed by people, and a mail of ours must not carry anybody's message.
 */
export function plainName(name: string): string {
  const line = name.replace(UNSEEN, " ").replace(/\s+/g, " ").trim();
  const harmless = line
    .replaceAll("://", "：／／")
    .replaceAll("@", "＠")
    .replace(/(?<=\S)[.\u3002\uff0e\uff61](?=\S)/g, "．");
  return [...harmless].slice(0, LONGEST_NAME).join("");
}
