import type { LanguageCode } from "@okaeri/domain/enumerations";
import { type Html, html } from "../../http/html.ts";

const TEXTS = {
  ja: {
    title: "メールアドレスが変更されています",
    body: (sender: string) =>
      `このメールをお送りしたアドレスは、その後、別のアドレスに変更されています。そのため、このリンクからは何も変わりません。新しいアドレスに届いたメールのリンクをお使いいただくか、${sender} へお問い合わせください。`,
  },
  en: {
    title: "Your mail address was changed",
    body: (sender: string) =>
      `The address that this mail was sent to has since been changed, so this link changes nothing any more. Please use the link in a mail to your present address, or contact ${sender}.`,
  },
} as const;

/** Page of a mail's link after the customer's address changed (product §4). */
export function addressChangedPage(language: LanguageCode, sender: string): { title: string; body: Html } {
  const { title, body } = TEXTS[language];
  return { title, body: html`<h1>${title}</h1><p role="status">${body(sender)}</p>` };
}
