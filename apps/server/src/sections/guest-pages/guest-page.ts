import { LANGUAGE_CODES, type LanguageCode } from "@okaeri/domain/enumerations";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Html, html } from "../../http/html.ts";
import { preferredLocale } from "../../http/locale-detection.ts";
import { GUEST_PAGE_STYLE } from "./look.ts";

/** A page that a guest sees, in their language. `house`: in whose name; empty where nobody is known. */
export type GuestPage = { language: LanguageCode; house: string; title: string; body: Html; status?: number };

const LANGUAGE_NAMES: Record<LanguageCode, string> = { ja: "日本語", en: "English" };
const SWITCH: Record<LanguageCode, string> = { ja: "言語", en: "Language" };

const UNKNOWN = {
  ja: {
    title: "このリンクは使えません",
    body: "リンクの期限が切れているか、途中で切れている可能性があります。お手数ですが、メールに記載の送信者へお問い合わせください。",
  },
  en: {
    title: "This link cannot be used",
    body: "It may have expired, or a part of it may be missing. Please contact the sender named in the mail.",
  },
} as const;

/** The language that was chosen on the page, else the guest's own, else the one their browser asks for. */
export function guestLanguage(request: FastifyRequest, own?: LanguageCode): LanguageCode {
  const { lang } = request.query as { lang?: unknown };
  const chosen = LANGUAGE_CODES.find((language) => language === lang);
  return chosen ?? own ?? preferredLocale(request.headers["accept-language"]);
}

export function sendGuestPage(reply: FastifyReply, { status = 200, ...page }: GuestPage): FastifyReply {
  return reply.status(status).type("text/html; charset=utf-8").send(guestPageHtml(page));
}

/** The one answer to a token that opens nothing: unknown, somebody else's, changed, or expired. */
export function sendUnknownLink(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = guestLanguage(request);
  const { title, body } = UNKNOWN[language];
  return sendGuestPage(reply, {
    status: 404,
    language,
    house: "",
    title,
    body: html`<h1>${title}</h1><p>${body}</p>`,
  });
}

export function guestPageHtml({ language, house, title, body }: Omit<GuestPage, "status">): string {
  const languages = LANGUAGE_CODES.map((each) =>
    each === language
      ? html`<a href="?lang=${each}" lang="${each}" aria-current="true">${LANGUAGE_NAMES[each]}</a>`
      : html`<a href="?lang=${each}" lang="${each}" hreflang="${each}">${LANGUAGE_NAMES[each]}</a>`,
  );
  const page = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${house === "" ? title : `${title} | ${house}`}</title>
<style>${{ html: GUEST_PAGE_STYLE }}</style></head>
<body><header><b>${house}</b><nav aria-label="${SWITCH[language]}">${languages}</nav></header>
<main>${body}</main></body>
</html>`;
  return page.html;
}
