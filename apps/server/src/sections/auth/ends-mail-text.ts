import type { Language } from "@okaeri/contract/errors";
import { type CalendarDate, daysBetween } from "@okaeri/domain/calendar-date";
import type { OptionType } from "@okaeri/domain/permissions/plan-options";
import type { AccountMailText } from "./account-mail-texts.ts";
import { nameForMail } from "./mail-formats.ts";

/** Contracts and options that end or ended, told to an administrator. */
export type EndsMail = {
  kind: "ends";
  to: string;
  name: string;
  language: Language;
  today: CalendarDate;
  to_provider: boolean;
  items: {
    account_id: number;
    account_name: string;
    company_name: string;
    subject: "contract" | OptionType;
    ends_on: CalendarDate;
    over: boolean;
  }[];
};

type Item = EndsMail["items"][number];

const SUBJECT: Record<Item["subject"], Record<Language, string>> = {
  contract: { ja: "ご契約", en: "the contract" },
  crm_option: { ja: "オプション「CRM」", en: "the option “CRM”" },
  crm_option_parent: { ja: "オプション「CRM(本部)」", en: "the option “CRM (headquarters)”" },
  registration_card_option: { ja: "オプション「宿泊者名簿」", en: "the option “Registration cards”" },
};
/** What stops on the day after. */
const STOPS: Record<Item["subject"], Record<Language, string>> = {
  contract: {
    ja: "ユーザーはログインできなくなり(ログイン画面には、ユーザーIDかパスワードの誤りと同じ言葉が出ます)、連携キー・自動処理・配信は止まります。お客様のデータは残ります。",
    en: "Its people can no longer sign in (the sign-in page answers as to a wrong password), and its keys, jobs and sends stop. Guests’ data stays.",
  },
  crm_option: {
    ja: "RFM管理、「CRMオプションの範囲」の権限、連携キーなどが使えなくなります。データは残ります。",
    en: "RFM, the right “What the CRM option covers”, keys and more stop working. All data stays.",
  },
  crm_option_parent: {
    ja: "本部と下の施設で、RFM管理、「CRMオプションの範囲」の権限、連携キーなどが使えなくなります。データは残ります。",
    en: "In headquarters and the facilities beneath, RFM, the right “What the CRM option covers”, keys and more stop working. All data stays.",
  },
  registration_card_option: {
    ja: "「宿泊者名簿」のタブと設定が使えなくなります。登録した設定は残ります。",
    en: "The tab and the settings of registration cards close. The settings are kept.",
  },
};

export function endsText(mail: EndsMail, { provider, origin }: { provider: string; origin: string }): AccountMailText {
  const { language, items } = mail;
  const english = language === "en";
  const over = items.every((item) => item.over);
  const link = (item: Item) =>
    `${origin}${english ? "/en" : ""}/accounts/${item.account_id}${item.subject === "contract" ? "" : "/options"}`;
  const [subject, closing] = english
    ? [
        over ? "A contract or an option has ended" : "A contract or an option is about to end",
        mail.to_provider
          ? "To let it go on, change its last day on the account’s page."
          : `To go on using it, please ask ${provider}.`,
      ]
    : [
        over ? "ご契約・オプションが終了しました" : "ご契約・オプションの終了が近づいています",
        mail.to_provider
          ? "続ける場合は、アカウントの画面で終了日を変えてください。"
          : `続けてお使いになる場合は、${provider}にご連絡ください。`,
      ];
  return {
    subject,
    lines: [
      english ? `Dear ${nameForMail(mail.name)},` : `${nameForMail(mail.name)} 様`,
      "",
      ...items.flatMap((item) => [heading(item, mail), STOPS[item.subject][language], link(item), ""]),
      closing,
      "",
      provider,
    ],
  };
}

function heading(item: Item, { language, today }: EndsMail): string {
  const what = SUBJECT[item.subject][language];
  const where = `${nameForMail(item.account_name)}${language === "en" ? ` (${nameForMail(item.company_name)})` : `(${nameForMail(item.company_name)})`}`;
  const day = shownDay(item.ends_on, language);
  const left = daysBetween(today, item.ends_on);
  if (language === "en")
    return item.over
      ? `${where}: ${what} ended on ${day}.`
      : `${where}: ${what} ends on ${day} (${left === 0 ? "today" : left === 1 ? "1 day left" : `${left} days left`}). From the next day:`;
  return item.over
    ? `${where}の${what}は、${day}に終了しました。`
    : `${where}の${what}は、${day}に終了します(${left === 0 ? "今日まで" : `あと${left}日`})。次の日からは、次のとおりです。`;
}

function shownDay(day: CalendarDate, language: Language): string {
  const [year, month, date] = day.split("-").map(Number);
  if (language === "ja") return `${year}年${month}月${date}日`;
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}
