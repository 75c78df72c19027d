// Fields of reports about mails: delivery status (RFC 3464, codes of RFC 3463) and complaints (RFC 5965).
import { normaliseMailAddress } from "../mail-address.ts";
import { classifyDelivery, codeIn, type DeliveryVerdict, phaseIn } from "./classify-delivery.ts";

/** What became of a mail: it cannot be delivered there, was not this time, is tried on, or whoever reads there complains or wants no more. */
export type MailNews = "hard" | "soft" | "delayed" | "complaint" | "refusal";

/** News of one recipient. */
export type RecipientNews = {
  news: MailNews;
  /** The recipient, as the sender wrote it and as it was at last; where the report says so. */
  addresses: string[];
  /** Such as 5.1.1; empty where nothing says it. */
  statusCode: string;
  detail: string;
  /** A soft failure that counts towards the limit of the address: the mailbox is full, disabled or closed to us. */
  isAboutMailbox: boolean;
};

/** The most that is looked at of a report. */
const MOST = { groups: 100, fields: 100, characters: 1_000, reason: 2_000 };

type Fields = Map<string, string>;

/** Groups of fields, parted by empty lines; names in small letters, folded lines unfolded, the first of two equal ones. */
export function fieldGroups(text: string): Fields[] {
  const groups: Fields[] = [];
  for (const block of text.replaceAll("\r", "").split(/\n[ \t]*(?:\n[ \t]*)+/, MOST.groups + 1)) {
    const fields: Fields = new Map();
    for (const line of block.replace(/\n[ \t]+/g, " ").split("\n", MOST.fields)) {
      const colon = line.indexOf(":");
      const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
      if (/^[a-z0-9-]{1,60}$/.test(name) && !fields.has(name))
        fields.set(
          name,
          line
            .slice(colon + 1)
            .trim()
            .slice(0, MOST.characters),
        );
    }
    if (fields.size > 0) groups.push(fields);
  }
  return groups;
}

/**
 * The news of each recipient that a delivery report names; what was delivered, relayed or expanded is none.
 * @param notice The report's text for people: it names the command that was refused, and gives the reason where the fields do not.
 */
export function deliveryNews(text: string, notice = ""): RecipientNews[] {
  return fieldGroups(text).flatMap((fields) => {
    const action = /^[a-z]+/.exec((fields.get("action") ?? "").toLowerCase())?.[0];
    const status = codeIn(fields.get("status") ?? "") ?? "";
    const addresses = ["original-recipient", "final-recipient"].flatMap((name) => addressIn(fields.get(name)) ?? []);
    // A group without a recipient is about the whole message (RFC 3464 §2.2).
    if (!(fields.has("final-recipient") || fields.has("original-recipient"))) return [];
    if (NOT_FAILED.includes(action ?? "") || (action === undefined && status.startsWith("2"))) return [];
    if (action === "delayed") return [{ ...blank, news: "delayed", addresses, statusCode: status, detail: status }];
    const diagnostic = fields.get("diagnostic-code") ?? "";
    const reason = diagnostic === "" ? `${fields.get("status") ?? ""}\n${reasonIn(notice)}` : diagnostic;
    const judged = classifyDelivery({
      status,
      text: reason,
      phase: phaseIn(beforeOriginal(notice)) ?? phaseIn(reason),
    });
    return [newsOf(judged, addresses, reason || status)];
  });
}

/** Actions of RFC 3464 §2.3.3 that are no failure. Any other word, or none, reports one. */
const NOT_FAILED = ["delivered", "relayed", "expanded"];
const blank = { isAboutMailbox: false, statusCode: "", detail: "" };

const newsOf = (judged: DeliveryVerdict, addresses: string[], detail: string): RecipientNews => ({
  news: judged.verdict,
  isAboutMailbox: judged.isAboutMailbox,
  addresses,
  statusCode: judged.code,
  detail: detail.slice(0, MOST.characters),
});

/** The news of a complaint; null where it is none: a report that a mail was wrongly taken for junk, or about signatures. */
export function complaintNews(text: string): RecipientNews | null {
  const fields = fieldGroups(text)[0];
  const type = /^[a-z-]+/.exec((fields?.get("feedback-type") ?? "").toLowerCase())?.[0];
  const news = type === undefined ? undefined : COMPLAINTS[type];
  if (fields === undefined || news === undefined) return null;
  const addresses = ["original-rcpt-to", "removal-recipient"].flatMap((name) => addressIn(fields.get(name)) ?? []);
  return { ...blank, news, addresses, detail: `${type} / ${fields.get("user-agent") ?? ""}` };
}

/** Whether a feedback report is of a type that is about no mail of ours: wrongly taken for junk, or failed signatures (RFC 6591). */
export const isFeedbackWithoutNews = (text: string): boolean =>
  /^(not-spam|auth-failure)\b/.test((fieldGroups(text)[0]?.get("feedback-type") ?? "").toLowerCase());

const COMPLAINTS: Readonly<Record<string, MailNews>> = {
  abuse: "complaint",
  fraud: "complaint",
  virus: "complaint",
  other: "complaint",
  "opt-out": "refusal",
};

/** The news of a report for people, without fields. `delayed` where the server still tries. */
export function noticeNews(text: string): RecipientNews {
  const reason = reasonIn(text);
  if (STILL_TRIES.test(text) && !GAVE_UP.test(text))
    return { ...blank, news: "delayed", addresses: [], detail: reason.slice(0, MOST.characters) };
  return newsOf(classifyDelivery({ text: reason, phase: phaseIn(beforeOriginal(text)) }), [], reason);
}

const STILL_TRIES =
  /warning message only|not yet been delivered|(has|have) been delayed|is delayed for|will be retried|still being retried|keep trying|再送を(試み|続け)/i;
const GAVE_UP = /permanent error|failed permanently|not going to try again|giving up/i;

/** Where a server begins to quote the mail that came back. What stands behind it is not the server's. */
const ORIGINAL = new RegExp(
  [
    "^[ >*-]*(this is a copy of|below this line is|the header of the original|included is a copy|a copy of the original|original message|returned message|message headers? follow|the original message follows|your original message|undelivered message|----+ ?(body|headers?))",
    "^[ >*=_-]*(以下は、?)?(元の|原)(メール|メッセージ|文)|^[ >*=_-]*(オリジナルメッセージ|返送されたメール|原邮件|原始邮件|原郵件|원본 ?메)",
    "^[ >*=_-]*(urspr.{1,2}ngliche nachricht|originalnachricht|message (d.origine|original)|mensaje original|messaggio originale|mensagem original)",
    "^[ \\t]*from[ \\t]*:[^\\n]*\\n([ \\t]*[a-z-]{2,20}[ \\t]*:[^\\n]*\\n){1,6}[ \\t]*subject[ \\t]*:",
    "^(received|return-path|dkim-signature|x-received|mime-version|reporting-mta|final-recipient)\\s*:",
  ].join("|"),
  "im",
);
/** The server's own words of a notice. */
export const beforeOriginal = (text: string) => text.slice(0, ORIGINAL.exec(text)?.index ?? text.length);

/** Lines that say that a mail failed, but not why; and what is quoted of the mail. Sendmail writes a session as `>>> DATA`. */
const SAYS_NO_REASON =
  /^\s*>(?!>>)|^\s*(subject|from|to|date|sent|message-id|x-[a-z-]+)\s*:|permanent error|created automatically|could not be delivered to one or more|failed permanently|please (verify|check|contact|try|include)|for further assistance|^\s*-{3,}.*-{3,}\s*$/i;
const REPLY = /(?<![\d.:])[45]\d\d[ -]|(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/;

/** The sentences of a notice that give the reason: the paragraphs with a server's reply, otherwise all but the form letter. */
function reasonIn(notice: string): string {
  const paragraphs = beforeOriginal(notice.replaceAll("\r", ""))
    .split(/\n[ \t]*\n/)
    .map((paragraph) =>
      paragraph
        .split("\n")
        .filter((line) => !SAYS_NO_REASON.test(line))
        .join("\n")
        .trim(),
    )
    .filter((paragraph) => paragraph !== "");
  const replies = paragraphs.filter((paragraph) => REPLY.test(paragraph));
  return (replies.length > 0 ? replies : paragraphs).join("\n").slice(0, MOST.reason);
}

/** Of `rfc822; name@example.jp` or `<name@example.jp>`. */
function addressIn(value: string | undefined): string | undefined {
  const address = value
    ?.replace(/^[^;@]*;/, "")
    .trim()
    .replace(/^<|>$/g, "");
  if (address === undefined || !/^[^\s@]+@[^\s@]+$/.test(address)) return undefined;
  // An old carrier address comes back in the quotes that it was sent with.
  return (normaliseMailAddress(address) ?? address).toLowerCase();
}

/** The mildest: of a list behind the address one reader may be gone and the others not. */
export function mildest(news: readonly RecipientNews[]): RecipientNews | undefined {
  return [...news].sort((a, b) => MILD.indexOf(a.news) - MILD.indexOf(b.news))[0];
}
const MILD: readonly MailNews[] = ["delayed", "soft", "hard", "refusal", "complaint"];
