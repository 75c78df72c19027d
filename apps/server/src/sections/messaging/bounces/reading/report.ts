import {
  complaintNews,
  deliveryNews,
  newsInWords,
  type RecipientNews,
} from "@okaeri/domain/messaging/delivery-reports";
import { type Attachment, type ParsedMail, simpleParser } from "mailparser";

/** What a report about a mail says, out of bytes that anybody may have sent. */
export type Report = {
  /** Of the report itself. */
  messageId: string | null;
  news: RecipientNews[];
  /** Fields, and the head of the mail that it is about: what names that mail stands somewhere in it. */
  about: string;
};

/** Parts of one mail, letters of a head; a mail within a mail is looked into twice. */
const LIMITS = { maxChildNodes: 100, maxHeadSize: 65_536 };
const MOST_DEEP = 2;
const MOST_LETTERS = 65_536;

const FIELDS = /^message\/(global-)?delivery-status$/;
const COMPLAINT = "message/feedback-report";
const RETURNED = /^(message\/(rfc822|global|global-headers)|text\/rfc822-headers)$/;

/** `nullSender`: the envelope had no sender, as reports have. @throws Error where it is no mail, or one beyond the limits. */
export async function readReport(bytes: Buffer, nullSender: boolean, depth = 0): Promise<Report> {
  const mail = await simpleParser(bytes, {
    ...LIMITS,
    ignoreEmbedded: true,
    keepDeliveryStatus: true,
    keepCidLinks: true,
    checksumAlgo: false,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
  });
  const messageId = mail.messageId ?? null;
  if (!isReport(mail)) {
    const inner =
      depth < MOST_DEEP ? mail.attachments.find((part) => part.contentType === "message/rfc822") : undefined;
    const found = inner && (await readReport(inner.content, false, depth + 1));
    if (found && found.news.length > 0) return { ...found, messageId };
    return { messageId, news: depth === 0 && nullSender ? inWords(mail) : [], about: "" };
  }
  const returned = headOf(mail.attachments.find((part) => RETURNED.test(part.contentType)));
  // A report about a report is about none of our mails: nobody here sends reports.
  if (/^content-type:\s*multipart\/report/im.test(returned)) return { messageId, news: [], about: "" };
  const fields = textOf(mail.attachments.find((part) => FIELDS.test(part.contentType)));
  const complaint = textOf(mail.attachments.find((part) => part.contentType === COMPLAINT));
  const complained = complaint === "" ? null : complaintNews(complaint);
  const news = complained ? [complained] : complaint === "" ? deliveryNews(fields) : [];
  return { messageId, news, about: `${complaint}\n${fields}\n${returned}` };
}

const isReport = (mail: ParsedMail) => {
  const type = mail.headers.get("content-type");
  return typeof type === "object" && "value" in type && String(type.value).toLowerCase() === "multipart/report";
};

/** Of a mail that reports in no form; whoever is on holiday answers with one too, and says so. */
function inWords(mail: ParsedMail): RecipientNews[] {
  const answers = String(mail.headers.get("auto-submitted") ?? "no").toLowerCase();
  if (answers !== "no" || mail.headers.has("x-autoreply")) return [];
  const html = typeof mail.html === "string" ? mail.html.slice(0, MOST_LETTERS).replace(/<[^<>]*>/g, " ") : "";
  const found = newsInWords(`${mail.subject ?? ""}\n${mail.text || html}`.slice(0, 4_000));
  return found ? [found] : [];
}

const textOf = (part: Attachment | undefined) => part?.content.subarray(0, MOST_LETTERS).toString("utf8") ?? "";
const headOf = (part: Attachment | undefined) => textOf(part).split(/\r?\n\r?\n/, 1)[0] ?? "";
