import type { LanguageCode } from "@okaeri/domain/enumerations";
import type { RenderedMail } from "./fill-mail.ts";
import { escapeMailHtml } from "./lines.ts";
import { MAIL_WORDS } from "./words.ts";

/** The mail as people who work with the product try it: marked, with what does not work in it said above. */
export function asTest({ subject, text, html }: RenderedMail, language: LanguageCode): RenderedMail {
  const { test, testNote } = MAIL_WORDS[language];
  const note = `<p style="max-width:600px;margin:0 auto 12px;padding:12px 24px;background:#fef3c7;color:#713f12;font-family:sans-serif;font-size:13px;line-height:1.7">${escapeMailHtml(testNote)}</p>`;
  return {
    subject: `${test}${subject}`,
    text: `${testNote}\n\n${text}`,
    html: html.replace(/<body[^>]*>/, (body) => `${body}\n${note}`),
  };
}
