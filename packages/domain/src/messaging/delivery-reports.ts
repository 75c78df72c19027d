// Fields of reports about mails: delivery status (RFC 3464, codes of RFC 3463) and complaints (RFC 5965).

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
};

/** The most that is looked at of a report. */
const MOST = { groups: 100, fields: 100, letters: 1_000 };

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
            .slice(0, MOST.letters),
        );
    }
    if (fields.size > 0) groups.push(fields);
  }
  return groups;
}

/** The news of each recipient that a delivery report names; what was delivered, relayed or expanded is none. */
export function deliveryNews(text: string): RecipientNews[] {
  return fieldGroups(text).flatMap((fields) => {
    const action = /^[a-z]+/.exec((fields.get("action") ?? "").toLowerCase())?.[0];
    if (action !== "failed" && action !== "delayed") return [];
    const detail = fields.get("diagnostic-code") ?? fields.get("status") ?? "";
    const statusCode = codeIn(fields.get("status") ?? "") ?? codeIn(detail) ?? "";
    const addresses = ["original-recipient", "final-recipient"].flatMap((name) => addressIn(fields.get(name)) ?? []);
    const news = action === "delayed" ? "delayed" : failureOf(statusCode, detail);
    return [{ news, addresses, statusCode, detail }];
  });
}

/** The news of a complaint; null where it is none: a report that a mail was wrongly taken for junk, or about signatures. */
export function complaintNews(text: string): RecipientNews | null {
  const fields = fieldGroups(text)[0];
  const type = /^[a-z-]+/.exec((fields?.get("feedback-type") ?? "").toLowerCase())?.[0];
  const news = type === undefined ? undefined : COMPLAINTS[type];
  if (fields === undefined || news === undefined) return null;
  const addresses = ["original-rcpt-to", "removal-recipient"].flatMap((name) => addressIn(fields.get(name)) ?? []);
  return { news, addresses, statusCode: "", detail: `${type} / ${fields.get("user-agent") ?? ""}` };
}

const COMPLAINTS: Readonly<Record<string, MailNews>> = {
  abuse: "complaint",
  fraud: "complaint",
  virus: "complaint",
  other: "complaint",
  "opt-out": "refusal",
};

/** A report for people, in no form: what it says of the failure, else null. Japanese servers word it in Japanese. */
export function newsInWords(text: string): RecipientNews | null {
  const statusCode = codeIn(text) ?? "";
  const lineWith = (words: RegExp) => text.split("\n").find((line) => words.test(line));
  const detail = lineWith(SAYS_UNKNOWN) ?? lineWith(SAYS_FULL) ?? lineWith(/\b[45]\d\d[ -]|\b[45]\.\d{1,3}\.\d{1,3}\b/);
  if (detail === undefined) return null;
  const news = SAYS_UNKNOWN.test(detail) ? "hard" : SAYS_FULL.test(detail) ? "soft" : failureOf(statusCode, detail);
  return { news, addresses: [], statusCode, detail: detail.trim() };
}

const SAYS_UNKNOWN =
  /user unknown|unknown (user|recipient|address)|no such (user|mailbox|address)|does(n.t| not) exist|(宛先|あて先|メールアドレス|ユーザー?).{0,20}(不明|存在しま|存在しない|見つかりま)|存在しない(宛先|メールアドレス)/i;
const SAYS_FULL = /(mailbox|quota|inbox).{0,20}(full|exceed)|over.?quota|容量.{0,20}(超|いっぱい|不足)/i;

/** By whom a failure is caused: by the address, for good; or by the mailbox, the way, the mail or a policy, which may change. */
export function failureOf(statusCode: string, detail: string): "hard" | "soft" {
  const inside = codeIn(detail);
  // A code that says nothing but "permanent": what the server answered says more.
  const code = /^5\.0\.0$|^$/.test(statusCode) && inside !== null ? inside : statusCode;
  const reply = /\b([245]\d\d)\b/.exec(detail)?.[1];
  if (/^[24]\./.test(code)) return "soft";
  if (code === "" || code === "5.0.0") {
    if (SAYS_UNKNOWN.test(detail)) return "hard";
    return reply === undefined ? (code === "" ? "soft" : "hard") : HARD_REPLIES.includes(reply) ? "hard" : "soft";
  }
  return HARD_CODES.test(code) ? "hard" : "soft";
}

/** The address, its domain, a mailbox that is closed, no way to the domain. Not the sender's address (5.1.7, 5.1.8). */
const HARD_CODES = /^5\.(1\.([0-6]|9|10)|2\.1|4\.4)$/;
const HARD_REPLIES = ["500", "550", "551", "553"];

const codeIn = (text: string) => /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/.exec(text)?.[0] ?? null;

/** Of `rfc822; name@example.jp` or `<name@example.jp>`. */
function addressIn(value: string | undefined): string | undefined {
  const address = value
    ?.replace(/^[^;@]*;/, "")
    .trim()
    .replace(/^<|>$/g, "");
  return address !== undefined && /^[^\s@]+@[^\s@]+$/.test(address) ? address.toLowerCase() : undefined;
}

/** The mildest: of a list behind the address one reader may be gone and the others not. */
export function mildest(news: readonly RecipientNews[]): RecipientNews | undefined {
  return [...news].sort((a, b) => MILD.indexOf(a.news) - MILD.indexOf(b.news))[0];
}
const MILD: readonly MailNews[] = ["delayed", "soft", "hard", "refusal", "complaint"];
