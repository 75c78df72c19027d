import {
  beforeOriginal,
  complaintNews,
  deliveryNews,
  isFeedbackWithoutNews,
  noticeNews,
  type RecipientNews,
} from "@okaeri/domain/messaging/delivery-reports";
import { statusCodesIn } from "@okaeri/domain/messaging/masked-excerpt";
import { storableText } from "@okaeri/domain/storable-text";
import { type Attachment, type ParsedMail, simpleParser } from "mailparser";

/** A report about a mail, read from untrusted bytes. */
export type Report = {
  /** Of the report itself. */
  messageId: string | null;
  news: RecipientNews[];
  /** Fields, and the head of the mail that it is about: what names that mail stands somewhere in it. */
  about: string;
  /** News was found, or it is known to bring none: delivered, an automatic answer, a report about a report. */
  isUnderstood: boolean;
  /** The sender's own words, decoded; the subject where there are none. */
  text: string;
  /** Codes of replies and statuses in the fields and the text. */
  statusCodes: string[];
};

/** Parts of one mail, letters of a head; a mail within a mail is looked into twice. */
const LIMITS = { maxChildNodes: 100, maxHeadSize: 65_536 };
const MOST_DEEP = 2;
const MAX_CHARACTERS = 65_536;

const FIELDS = /^message\/(global-)?delivery-status$/;
const COMPLAINT = "message/feedback-report";
const RETURNED = /^(message\/(rfc822|global|global-headers)|text\/rfc822-headers)$/;

/**
 * Reads a report about a mail, in whatever form it comes.
 * @param nullSender The envelope had no sender, as reports have.
 * @throws Error where it is no mail, or one beyond the limits.
 */
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
  const returned = headOf(mail.attachments.find((part) => RETURNED.test(part.contentType)));
  const fields = textOf(mail.attachments.find((part) => FIELDS.test(part.contentType)));
  const complaint = textOf(mail.attachments.find((part) => part.contentType === COMPLAINT));
  const isFormed = isReport(mail) || fields !== "" || complaint !== "";
  const notice = wordsOf(mail, bytes);
  const about = `${complaint}\n${fields}\n${returned}`;
  const without = {
    messageId,
    news: [],
    about,
    text: beforeOriginal(notice).trim() || storableText(mail.subject ?? ""),
    statusCodes: statusCodesIn(`${fields}\n${notice}`),
  };
  // A report about a report is about none of our mails: this product sends no reports.
  if (isFormed && /^content-type:\s*multipart\/report/im.test(returned))
    return { ...without, about: "", isUnderstood: true };
  const withNews = { ...without, isUnderstood: true };
  const news = complaint === "" ? failureNews(mail, fields, { notice, nullSender, depth }) : complaintIn(complaint);
  if (news.length > 0) return { ...withNews, news };
  const feedback = feedbackIn(mail, returned);
  if (feedback !== null) return { ...withNews, news: [feedback] };
  const withoutNews = { ...without, isUnderstood: bringsNoNews(mail, { fields, complaint }) };
  const inner = mail.attachments.find((part) => part.contentType === "message/rfc822");
  if (inner === undefined || complaint !== "" || depth >= MOST_DEEP) return withoutNews;
  const found = await readReport(inner.content, false, depth + 1);
  return found.news.length > 0 ? { ...found, messageId } : withoutNews;
}

/** Whether a report without news is one that is known to bring none. */
function bringsNoNews(mail: ParsedMail, { fields, complaint }: { fields: string; complaint: string }): boolean {
  return DELIVERED.test(fields) || isFeedbackWithoutNews(complaint) || isReceipt(mail) || isAutomaticAnswer(mail);
}

const complaintIn = (complaint: string): RecipientNews[] => {
  const news = complaintNews(complaint);
  return news === null ? [] : [news];
};

/** What failed, by the fields of the report; without them, by its words, where it is a server that writes. */
function failureNews(
  mail: ParsedMail,
  fields: string,
  { notice, nullSender, depth }: { notice: string; nullSender: boolean; depth: number },
): RecipientNews[] {
  if (isReceipt(mail)) return [];
  const byFields = deliveryNews(fields, notice);
  if (byFields.length > 0 || DELIVERED.test(fields)) return byFields;
  // Inside another mail the words may be anybody's.
  if (depth > 0 || !isNotice(mail, nullSender)) return [];
  return [{ ...noticeNews(notice), addresses: failedRecipients(mail) }];
}

const DELIVERED = /^action:\s*(delivered|relayed|expanded)/im;

const isReport = (mail: ParsedMail) => contentTypeOf(mail) === "multipart/report";
/** Reports that a mail was read or deleted (RFC 8098), and about encryption between servers (RFC 8460): nothing failed. */
function isReceipt(mail: ParsedMail): boolean {
  const type = headerOf(mail, "content-type");
  return REPORTS_NO_FAILURE.test(type) || mail.attachments.some((part) => RECEIPT.test(part.contentType));
}
const REPORTS_NO_FAILURE = /report-type\s*=\s*"?(disposition-notification|tlsrpt)\b/i;
const RECEIPT = /^message\/(global-)?disposition-notification$/;
const contentTypeOf = (mail: ParsedMail) => {
  const type = mail.headers.get("content-type");
  return typeof type === "object" && "value" in type ? String(type.value).toLowerCase() : "";
};

const SERVER =
  /mailer-daemon|^"?postmaster\b|\bpostmaster@|mail delivery (sub)?system|mail\.delivery\.system|mmsc ndr|\bmdaemon@|delivery (system|subsystem)/i;
const SUBJECT =
  /undeliver|not delivered|delivery (status|failure|failed|report|has failed|notification)|failed delivery|failure notice|(mail|message)[^\n]{0,20} (delivery )?fail|returned (mail|message)|returning message|mail system error|error sending your mail|could not be delivered|配信(不能|エラー|できません)|送信(エラー|できません)|メールエラー|エラー(メール|通知)|不達/i;

/**
 * Whether a mail without fields is a server's notice. A null sender alone is not enough: absence notices have it too. They say that they are
 * automatic; so do servers, which then name the failed recipient or themselves.
 */
function isNotice(mail: ParsedMail, nullSender: boolean): boolean {
  if (mail.headers.has("x-failed-recipients") || isReport(mail)) return true;
  const from = headerOf(mail, "from");
  const isServer = SERVER.test(from);
  if (ANSWERS.some((name) => mail.headers.has(name)) || ANSWER_SUBJECT.test(mail.subject ?? "")) return false;
  const automatic = headerOf(mail, "auto-submitted").toLowerCase();
  if (automatic.startsWith("auto-replied") || automatic.startsWith("auto-notified")) return isServer;
  return (
    (isServer && (nullSender || SUBJECT.test(mail.subject ?? ""))) || (nullSender && SUBJECT.test(mail.subject ?? ""))
  );
}
/** Begins the subject of an answer or of a mail that a person hands on: what follows is quoted. */
const ANSWER_SUBJECT =
  /^\s*(\[[^\]]{1,40}\]\s*)?((re|aw|sv|fwd?|wg|tr)\s*[:：]|auto(matic)?[ -]?(reply|response|answer)|out of (the )?office|abwesen|absen[ct]e|(返信|転送)[:：]|[【[]?(自動(返信|応答)|不在))/i;
/** Headers of absence notices and the like. */
const ANSWERS = ["x-autoreply", "x-autorespond"];

/** Absence notices and other mail that programs send without being a mail server (RFC 3834). */
function isAutomaticAnswer(mail: ParsedMail): boolean {
  if (SERVER.test(headerOf(mail, "from"))) return false;
  return (
    [...ANSWERS, "x-auto-response-suppress"].some((name) => mail.headers.has(name)) ||
    /^\s*auto-/i.test(headerOf(mail, "auto-submitted")) ||
    /^\s*(auto_reply|bulk|junk|list)\b/i.test(headerOf(mail, "precedence"))
  );
}

const headerOf = (mail: ParsedMail, name: string) =>
  mail.headerLines
    .find((header) => header.key === name)
    ?.line.slice(name.length + 1)
    .trim() ?? "";

/** Exim's header; addresses apart by commas. */
const failedRecipients = (mail: ParsedMail) =>
  storableText(headerOf(mail, "x-failed-recipients"))
    .split(",", 20)
    .map((address) => address.trim().toLowerCase())
    .filter((address) => /^[^\s@]+@[^\s@]+$/.test(address));

/** Returns the text for people. If the parts of the mail cannot be separated, the text before the returned mail. */
function wordsOf(mail: ParsedMail, bytes: Buffer): string {
  const html =
    typeof mail.html === "string"
      ? mail.html
          .slice(0, MAX_CHARACTERS)
          .replace(QUOTED_HTML, " ")
          .replace(/<[^<>]*>/g, " ")
      : "";
  const text = (mail.text || html).trim();
  const raw =
    text === ""
      ? bytes
          .subarray(0, MAX_CHARACTERS)
          .toString("latin1")
          .replace(/^[\s\S]*?\r?\n\r?\n/, "")
      : "";
  return storableText((text || raw || mail.subject || "").slice(0, MOST_WORDS));
}
const MOST_WORDS = 6_000;
const QUOTED_HTML = /<blockquote\b[\s\S]*?(<\/blockquote\s*>|$)/gi;

/** Complaints in no form: Outlook's (JMRP), and Apple Mail's way of leaving a list. */
function feedbackIn(mail: ParsedMail, returned: string): RecipientNews | null {
  const blank = { addresses: [], statusCode: "", isAboutMailbox: false };
  const reader = /^x-hmxmroriginalrecipient:[ \t]*([^\s@]+@[^\s@]+)/im.exec(returned)?.[1];
  if (reader !== undefined && /complaint about message/i.test(mail.subject ?? ""))
    return { ...blank, news: "complaint", addresses: [reader.toLowerCase()], detail: "Outlook JMRP" };
  if (/^\s*unsubscribe\s*$/i.test(mail.subject ?? "") && contentTypeOf(mail) !== "multipart/report")
    return { ...blank, news: "refusal", detail: "unsubscribe by mail" };
  return null;
}

const textOf = (part: Attachment | undefined) =>
  storableText(part?.content.subarray(0, MAX_CHARACTERS).toString("utf8") ?? "");
const headOf = (part: Attachment | undefined) => textOf(part).split(/\r?\n\r?\n/, 1)[0] ?? "";
