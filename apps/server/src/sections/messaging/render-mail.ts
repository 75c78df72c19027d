import type { LanguageCode } from "@okaeri/domain/enumerations";
import type { MailText } from "@okaeri/domain/messaging/mail-text";
import { type LeftOutLine, missingOf, withoutMissing } from "@okaeri/domain/messaging/missing-facts";
import {
  fillTemplate,
  type MessageFacts,
  type Placeholder,
  parseTemplate,
  placeholderValues,
  type TemplatePart,
  usedPlaceholders,
} from "@okaeri/domain/messaging/placeholders";
import { escapeHtml } from "../../http/html.ts";
import type { MailSender } from "./mail-sender.read.ts";

export type RenderedMail = { subject: string; text: string; html: string };
/** `mail` is null where a guest's missing facts leave nothing to say; `leftOut`: the lines that are not said. */
export type RenderedForGuest = { mail: RenderedMail | null; leftOut: LeftOutLine[] };
export type MailRenderer = (facts: MessageFacts, language: LanguageCode, unsubscribeUrl: string) => RenderedForGuest;

const TEXTS = {
  ja: {
    sender: "送信者",
    tel: "電話",
    why: "このメールは、ご案内の配信に同意いただいたお客様へお送りしています。",
    stop: "配信停止はこちら",
    test: "【テスト】",
    testNote:
      "これはテスト送信です。お客様には送っていません。実際のお客様の情報で作っているため、社外に転送しないでください。配信停止のリンクは働かず、クーポンのコードは見本です。",
  },
  en: {
    sender: "Sender",
    tel: "Tel",
    why: "You receive this mail because you agreed to our newsletters.",
    stop: "Unsubscribe",
    test: "【テスト】",
    testNote:
      "This is a test. No guest got it. It holds a real guest's details: do not pass it on. Its unsubscribe link does nothing, and a coupon code in it is a sample.",
  },
} as const;

/**
 * Reads the texts once; the result renders one recipient after the other. Texts without faults (mailTextFaults) render for
 * everybody. @throws Error naming the fault otherwise.
 */
export function mailRenderer(mail: MailText, sender: MailSender): MailRenderer {
  const whole = withSignature(mail, sender);
  const used = usedPlaceholders([whole.title, whole.body, whole.signature].join("\n"));
  readTexts(whole);
  // Guests of whom the same is missing are told the same lines.
  const variants = new Map<string, Variant>();
  return (facts, language, unsubscribeUrl) => {
    const values = placeholderValues(facts, language);
    const missing = missingOf(values).filter((name) => used.includes(name));
    const key = missing.join();
    const variant = variants.get(key) ?? variantOf(whole, missing);
    variants.set(key, variant);
    const { texts, leftOut } = variant;
    if (texts === null) return { mail: null, leftOut };
    const subject = fillTemplate(texts.subject, values)
      .replaceAll(/\p{Cc}+/gu, " ")
      .trim();
    if (subject === "") return { mail: null, leftOut };
    const rendered = {
      subject,
      text: `${fillTemplate(texts.text, values)}\n\n${legalText(sender, language, unsubscribeUrl)}\n`,
      html: page(subject, language, [
        fillTemplate(texts.body, values, linesAsHtml),
        fillTemplate(texts.signature, values, linesAsHtml),
        legalHtml(sender, language, unsubscribeUrl),
      ]),
    };
    return { mail: rendered, leftOut };
  };
}

type Texts = ReturnType<typeof readTexts>;
type Variant = { texts: Texts | null; leftOut: LeftOutLine[] };

function variantOf(mail: MailText, missing: readonly Placeholder[]): Variant {
  const { mail: told, leftOut } = withoutMissing(mail, missing);
  return { texts: told && readTexts(told), leftOut };
}

/** @throws Error naming the fault of a text that cannot be read. */
function readTexts({ title, body, signature }: MailText) {
  return {
    subject: partsOf(title),
    text: partsOf([body.trimEnd(), signature.trim()].filter((part) => part !== "").join("\n\n")),
    body: partsOf(paragraphs(body)),
    signature: partsOf(paragraphs(signature)),
  };
}

/** The mail as people who work with the product try it: marked, with what does not work in it said above. */
export function asTest({ subject, text, html }: RenderedMail, language: LanguageCode): RenderedMail {
  const { test, testNote } = TEXTS[language];
  const note = `<p style="max-width:600px;margin:0 auto 12px;padding:12px 24px;background:#fef3c7;color:#713f12;font-family:sans-serif;font-size:13px;line-height:1.7">${escapeHtml(testNote)}</p>`;
  return {
    subject: `${test}${subject}`,
    text: `${testNote}\n\n${text}`,
    html: html.replace(/<body[^>]*>/, (body) => `${body}\n${note}`),
  };
}

/** The mail with the signature it ends with. */
export function withSignature<Mail extends MailText>(mail: Mail, sender: Pick<MailSender, "signature">): Mail {
  return mail.signature.trim() === "" ? { ...mail, signature: sender.signature } : mail;
}

function partsOf(text: string): TemplatePart[] {
  const parsed = parseTemplate(text);
  if (parsed.ok) return parsed.parts;
  const faults = parsed.errors.map((error) => `${error.code} at ${error.index}`);
  throw new Error(`a mail's text cannot be read: ${faults.join(", ")}`);
}

/** A value as HTML; one of several lines keeps them. */
function linesAsHtml(value: string): string {
  return escapeHtml(value).replaceAll(/\r?\n/g, "<br>");
}

/** Text as HTML: blank lines part paragraphs, addresses become links. Braces stay, so that it is still a template. */
function paragraphs(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .trim()
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== "")
    .map((part) => `<p style="margin:0 0 1em">${linked(part).replaceAll("\n", "<br>")}</p>`)
    .join("\n");
}

function linked(text: string): string {
  // Printable ASCII only: a link ends where Japanese text goes on, and at braces, which are placeholders.
  return text
    .split(/(https?:\/\/[!#-&(-;=?-z|~]+)/)
    .map((part, index) =>
      index % 2 === 0 ? escapeHtml(part) : `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>`,
    )
    .join("");
}

function senderLines(sender: MailSender, language: LanguageCode): string[] {
  const words = TEXTS[language];
  return [
    `${words.sender}: ${sender.legalName}`,
    sender.legalAddress,
    sender.legalTel === "" ? "" : `${words.tel}: ${sender.legalTel}`,
    words.why,
  ].filter((line) => line !== "");
}

function legalText(sender: MailSender, language: LanguageCode, url: string): string {
  return ["――――――――――", ...senderLines(sender, language), `${TEXTS[language].stop}: ${url}`].join("\n");
}

function legalHtml(sender: MailSender, language: LanguageCode, url: string): string {
  const lines = senderLines(sender, language).map(escapeHtml).join("<br>");
  return `<hr style="border:0;border-top:1px solid #d6d3d1;margin:2em 0 1em">
<p style="margin:0;font-size:12px;color:#57534e">${lines}<br><a href="${escapeHtml(url)}">${TEXTS[language].stop}</a></p>`;
}

function page(subject: string, language: LanguageCode, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f5f5f4">
<div style="max-width:600px;margin:0 auto;padding:24px;background:#ffffff;color:#1c1917;font-family:sans-serif;font-size:15px;line-height:1.8;overflow-wrap:anywhere">
${parts.filter((part) => part !== "").join("\n")}
</div>
</body>
</html>`;
}
