import type { MessageClass } from "@okaeri/domain/customers/consent";
import type { LanguageCode } from "@okaeri/domain/enumerations";

/** Words of the page by which guests say which mails they want; a change of what they agree to changes PREFERENCES_VERSION. */
type Words = {
  title: string;
  intro(sender: string): string;
  saved: string;
  unclear: string;
  kinds: string;
  kind: Record<MessageClass, { name: string; about: string }>;
  save: string;
  pause: { title: string; about: string; button: string; paused(day: string): string; resume: string };
  stop: {
    title: string;
    ask(sender: string): string;
    service: string;
    button: string;
    done(sender: string): string;
    undo: string;
    again(sender: string): string;
  };
};

export const LEAVING_WORDS: Record<LanguageCode, Words> = {
  ja: {
    title: "受け取りの設定",
    intro: (sender) => `${sender} からのご案内メールについて、受け取り方をお選びいただけます。`,
    saved: "設定を保存しました。",
    unclear:
      "送信された内容を読み取れなかったため、何も変更していません。お手数ですが、このページのボタンからお選びください。",
    kinds: "受け取るご案内",
    kind: {
      news: { name: "お知らせ・特典", about: "季節のご案内や特典のお知らせ" },
      birthday: { name: "お誕生日", about: "お誕生日や誕生月の特典" },
      around_stays: { name: "ご宿泊の前後", about: "ご到着前のご案内や、ご宿泊後のお礼" },
    },
    save: "この内容で保存する",
    pause: {
      title: "しばらくお休みする",
      about: "90日間、ご案内をお送りしません。その後は、自動で再開します。",
      button: "90日間お休みする",
      paused: (day) => `${day}まで、ご案内をお休みしています。`,
      resume: "今すぐ再開する",
    },
    stop: {
      title: "配信停止",
      ask: (sender) => `${sender} からのご案内メールの配信を停止します。`,
      service: "ご予約やご宿泊に必要なご連絡は、停止した後もお送りすることがあります。",
      button: "配信を停止する",
      done: (sender) => `${sender} からのご案内メールの配信を停止しました。`,
      undo: "もう一度受け取る",
      again: (sender) => `もう一度お受け取りになりたい場合は、${sender} へお知らせください。`,
    },
  },
  en: {
    title: "Mail preferences",
    intro: (sender) => `Choose which mails you would like to receive from ${sender}.`,
    saved: "Your choice has been saved.",
    unclear: "We could not read what was sent, so nothing was changed. Please use the buttons on this page.",
    kinds: "Mails you receive",
    kind: {
      news: { name: "News and offers", about: "Seasonal news and special offers" },
      birthday: { name: "Birthday", about: "Offers for your birthday or its month" },
      around_stays: { name: "Around your stay", about: "Before you arrive, and thanks afterwards" },
    },
    save: "Save",
    pause: {
      title: "Take a break",
      about: "No newsletters for 90 days. After that, they start again.",
      button: "Pause for 90 days",
      paused: (day) => `Newsletters are paused until ${day}.`,
      resume: "Resume now",
    },
    stop: {
      title: "Unsubscribe",
      ask: (sender) => `Stop receiving newsletters from ${sender}.`,
      service: "You may still receive mails that your booking or stay needs.",
      button: "Unsubscribe",
      done: (sender) => `You will receive no more newsletters from ${sender}.`,
      undo: "Receive them again",
      again: (sender) => `If you would like to receive them again, please contact ${sender}.`,
    },
  },
};
