import { DELIVERY_RULES, type DeliveryPhase, type DeliveryRule } from "./delivery-rules.ts";

/** A failed delivery in the words of a server or a provider. */
export type DeliveryFailure = {
  /** Status of a report or a provider, such as 5.1.1; empty if none was given. */
  status?: string;
  /** The reply or diagnostic text, with the codes in it. */
  text: string;
  /** The command that was refused, where the caller knows it; otherwise the text is searched for it. */
  phase?: DeliveryPhase;
};

export type DeliveryVerdict = {
  /** `hard`: the address is dead. */
  verdict: "hard" | "soft";
  /** A soft failure that counts towards the limit of the address. */
  isAboutMailbox: boolean;
  /** The enhanced status code that was judged; empty where there is none. */
  code: string;
  /** The rule that decided; null where none matched, which ends as soft. */
  rule: string | null;
};

/** Longest text that is judged, in UTF-16 units. */
const MAX_CHARACTERS = 2_000;

/** Judges a failed delivery by DELIVERY_RULES: the first rule that matches; soft where none does. */
export function classifyDelivery({ status = "", text, phase }: DeliveryFailure): DeliveryVerdict {
  const excerpt = text.slice(0, MAX_CHARACTERS);
  const { reply, code: inline } = replyIn(excerpt);
  const given = codeIn(status) ?? "";
  // The code that the server gave with its reply outranks the Status field, which a relay fills in.
  const code = inline ?? (isRegistered(given) && given !== "5.0.0" ? given : (codeIn(excerpt) ?? given));
  const known = isRegistered(code) ? code : "";
  const words = withoutAddresses(excerpt);
  const command = phase ?? phaseIn(excerpt);
  const rule = DELIVERY_RULES.find((one) => matches(one, { code: known, reply, words, phase: command }));
  return {
    verdict: rule?.verdict ?? "soft",
    isAboutMailbox: rule?.isAboutMailbox ?? false,
    code,
    rule: rule?.name ?? null,
  };
}

type DeliveryFacts = { code: string; reply: string; words: string; phase: DeliveryPhase };

const matches = (rule: DeliveryRule, facts: DeliveryFacts) =>
  (rule.code?.test(facts.code) ?? true) &&
  (rule.reply?.test(facts.reply) ?? true) &&
  (rule.words?.test(facts.words) ?? true) &&
  (rule.phase?.includes(facts.phase) ?? true);

/** `5.0.947` and the like are a tool's own numbers (RFC 3463 has details below 100 or so, Microsoft's go to 999). */
const isRegistered = (code: string) => /^[245]\.[1-7]\.\d{1,3}$/.test(code) || code === "5.0.0" || code === "4.0.0";

/** The first enhanced status code in a text; null where there is none. Addresses and versions are none. */
export function codeIn(text: string): string | null {
  return /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/.exec(text)?.[0] ?? null;
}

/** The reply code of a text, and the enhanced code right after it (RFC 2034). */
function replyIn(text: string): { reply: string; code: string | null } {
  const withCode = /(?<![\d.])([45]\d\d)[ -]+['"#(]?([45]\.\d{1,3}\.\d{1,3})(?!\.?\d)/.exec(text);
  if (withCode) return { reply: withCode[1] ?? "", code: withCode[2] ?? null };
  return { reply: /(?<![\d.:])([45]\d\d)(?=[ :-]|$)/m.exec(text)?.[1] ?? "", code: null };
}

const DATA =
  /in reply to (the )?(end of )?data|after (the )?end of data|after sending the (message|data)|failed (after i sent the message|on data command)|\(state 1[78]\)/i;
const MAIL = /in reply to (the )?mail from|after mail from|but sender was rejected/i;
const RCPT = /in reply to (the )?rcpt|after rcpt to|following rcpt|does not like recipient/i;
const CONNECT =
  /after initial connection|while (connecting|performing the (ehlo|helo) handshake)|in reply to (the )?(ehlo|helo)|after (ehlo|helo)|but (my name was rejected|greeting failed)/i;

/** The command that a report or a transcript names as refused. */
export function phaseIn(text: string): DeliveryPhase {
  const folded = text.replace(/[\s-]+/g, " ");
  if (RCPT.test(folded)) return "rcpt";
  if (DATA.test(folded)) return "data";
  if (MAIL.test(folded)) return "mail";
  if (CONNECT.test(folded)) return "connect";
  // Sendmail sends several commands at once and prints the last of them next to each refusal.
  if (/while talking to/i.test(folded)) return null;
  const command = /smtp command ([a-z]{4})/i.exec(folded)?.[1] ?? COMMAND_REFUSED.exec(text)?.[1];
  return /(?<![\d.])5\.1\.\d/.test(folded) ? null : (COMMANDS[command?.toLowerCase() ?? ""] ?? null);
}
const COMMAND_REFUSED = /^[ \t]*>>> ([A-Za-z]{4})[^\n]*\n[ \t]*<<< 5\d\d/m;
const COMMANDS: Readonly<Record<string, DeliveryPhase>> = {
  data: "data",
  mail: "mail",
  rcpt: "rcpt",
  ehlo: "connect",
  helo: "connect",
};

/** Words alone: an address, a link or the name of the server that a report speaks of may hold any of them. */
const withoutAddresses = (text: string) =>
  text
    .replace(/\s+/g, " ")
    .replace(/https?:\/\/[^\s?]{0,300}(\?p=NoSuchUser)?[^\s]{0,300}/gi, (_, excerpt: string = "") => excerpt.slice(1))
    .replace(/<?[^\s<>"'(),:;]{1,256}@[^\s<>"'(),:;]{1,256}>?/g, "address")
    .replace(/(?<![\w.-])[\w-]{1,63}(\.[\w-]{1,63}){1,8}\.? ?\[[\d.:a-f]{3,39}\]/gi, "host")
    .replace(/while talking to \S{1,256}/gi, "");
