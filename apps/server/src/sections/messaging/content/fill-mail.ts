import { filledLines, type OmittedLine } from "@okaeri/domain/messaging/missing-facts";
import type { Placeholder } from "@okaeri/domain/messaging/placeholders";
import type {
  CompiledMail,
  MailFacts,
  MailLine,
  MailPiece,
  MailUrlValues,
  TextNode,
  TextPart,
  WrittenText,
} from "./compiled-mail.ts";
import { escapeMailHtml, isFact, linesAsHtml } from "./lines.ts";

export type RenderedMail = { subject: string; text: string; html: string };
/** `mail` is null where nothing is left to say to the guest. */
export type RenderedForGuest = {
  mail: RenderedMail | null;
  /** Lines that are not said, because nothing is known of what they tell. */
  omitted: OmittedLine[];
  /** Blocks that are not there: not meant for this guest, or without the fact that they are about. */
  omittedBlocks: { seq: number; because: "target" | "fact" }[];
};

/** The parts for guests of whom the same is missing and to whom the same blocks are told, strings joined. */
type Variant = Omit<RenderedForGuest, "mail"> & {
  parts: { subject: TextPart[]; html: TextPart[]; text: TextPart[] } | null;
};

const variantsOf = new WeakMap<CompiledMail, Map<string, Variant>>();
const MAX_VARIANTS = 500;

/** One guest's mail: nothing but choosing and joining, as a send does it a hundred thousand times. */
export function fillMail(mail: CompiledMail, { values, shown }: MailFacts, urls: MailUrlValues): RenderedForGuest {
  const missing = mail.facts.filter((fact) => (values[fact] ?? null) === null);
  const key = `${missing}|${shown}|${urls.coupon === null}|${urls.pixel === null}`;
  const variants = variantsOf.get(mail) ?? new Map<string, Variant>();
  variantsOf.set(mail, variants);
  let variant = variants.get(key);
  if (variant === undefined) {
    if (variants.size >= MAX_VARIANTS) variants.clear();
    variant = variantOf(mail, { missing, shown, urls });
    variants.set(key, variant);
  }
  const { parts, omitted, omittedBlocks } = variant;
  if (parts === null) return { mail: null, omitted, omittedBlocks };
  const subject = asHeader(joined(parts.subject, values, urls, plain));
  if (subject === "") return { mail: null, omitted, omittedBlocks };
  return {
    mail: {
      subject,
      text: joined(parts.text, values, urls, plain),
      html: joined(parts.html, values, urls, linesAsHtml),
    },
    omitted,
    omittedBlocks,
  };
}

const plain = (value: string) => value;
const asHeader = (text: string) => text.replaceAll(/\p{Cc}+/gu, " ").trim();

/** What stands for a fact that nobody knows any more. */
const FORGOTTEN = "…";
const NO_URLS: MailUrlValues = { link: () => "", unsubscribe: "", preferences: null, coupon: null, pixel: null };

/** The subject alone. `values` null: of an erased guest. */
export function fillSubject(lines: readonly MailLine[], values: MailFacts["values"] | null): string {
  const needed = lines.flatMap(({ needs }) => needs);
  const missing = values === null ? [] : needed.filter((fact) => (values[fact] ?? null) === null);
  const parts = inLines({ of: 0, as: "line" }, filledLines(lines, missing).remaining, "text");
  const forgotten = () => Object.fromEntries(parts.filter(isFact).map(({ fact }) => [fact, FORGOTTEN]));
  return asHeader(joined(parts, values ?? forgotten(), NO_URLS, plain));
}

function joined(
  parts: readonly TextPart[],
  values: MailFacts["values"],
  urls: MailUrlValues,
  encode: (value: string) => string,
): string {
  let filled = "";
  for (const part of parts) {
    if (typeof part === "string") filled += part;
    else if ("fact" in part) {
      const value = values[part.fact] ?? part.fallback ?? "";
      filled += encode(part.oneLine === true ? value.replaceAll(/\s*\p{Cc}+\s*/gu, " ") : value);
      if (part.honorific !== "" && !value.endsWith("様")) filled += part.honorific;
    } else filled += encode("link" in part ? urls.link(part.link) : (urls[part.url] ?? ""));
  }
  return filled;
}

type Guest = { missing: readonly Placeholder[]; shown: readonly number[]; urls: MailUrlValues };

function variantOf(mail: CompiledMail, guest: Guest): Variant {
  const hidden = mail.conditions.flatMap(({ seq }) => (guest.shown.includes(seq) ? [] : [seq]));
  const filled = mail.texts.map(({ lines }) => filledLines(lines, guest.missing));
  const isThere = ({ seq, needs, text, url }: MailPiece): boolean =>
    (seq === null || !hidden.includes(seq)) &&
    !needs.some((fact) => guest.missing.includes(fact)) &&
    (text === null || filled[text]?.remaining.some(({ isBlank }) => !isBlank) === true) &&
    (url === null || guest.urls[url] !== null);
  const html = mail.pieces.html.filter(isThere);
  const text = mail.pieces.text.filter(isThere);
  const blocks = new Set(mail.pieces.html.flatMap(({ seq }) => (seq === null ? [] : [seq])));
  const omittedBlocks = [...blocks].flatMap((seq): Variant["omittedBlocks"] => {
    if (hidden.includes(seq)) return [{ seq, because: "target" }];
    return html.some((piece) => piece.seq === seq) ? [] : [{ seq, because: "fact" }];
  });
  const omitted = mail.texts.flatMap((written, at) =>
    hidden.some((seq) => isOf(mail, seq, at)) ? [] : linesOmitted(written, filled[at]?.omitted ?? []),
  );
  const says = html.some((piece) => piece.says) && filled[mail.subject]?.omitted.length === 0;
  if (!says) return { parts: null, omitted, omittedBlocks };
  const lines = (of: number) => filled[of]?.remaining ?? [];
  const parts = {
    subject: merged(inLines({ of: mail.subject, as: "line" }, lines(mail.subject), "text")),
    html: merged(partsOf(html, lines, "html")),
    text: withoutLeading(merged(partsOf(text, lines, "text"))),
  };
  return { parts, omitted, omittedBlocks };
}

/** Whether the text is one of this block. */
const isOf = ({ pieces }: CompiledMail, seq: number, text: number): boolean =>
  pieces.html.some(
    (piece) =>
      piece.seq === seq && (piece.text === text || piece.nodes.some((node) => isText(node) && node.of === text)),
  );

const isText = (node: unknown): node is TextNode => typeof node === "object" && node !== null && "of" in node;

const linesOmitted = ({ field }: WrittenText, omitted: readonly Omit<OmittedLine, "field">[]): OmittedLine[] =>
  omitted.map((line) => ({ field, ...line }));

type RemainingLines = readonly MailLine[];

function partsOf(pieces: readonly MailPiece[], lines: (of: number) => RemainingLines, as: "html" | "text"): TextPart[] {
  return pieces.flatMap(({ nodes }) =>
    nodes.flatMap((node) => (isText(node) ? inLines(node, lines(node.of), as) : [node])),
  );
}

const PARAGRAPH = `<p style="margin:0 0 1em;overflow-wrap:anywhere;line-break:strict">`;

function inLines({ as }: TextNode, lines: RemainingLines, form: "html" | "text"): TextPart[] {
  if (as === "line") {
    const encode = form === "html" ? escapeMailHtml : plain;
    const parts = lines.flatMap(({ text }, at) => (at === 0 ? text : [" ", ...text]));
    return parts.map((part) =>
      typeof part === "string" ? encode(part) : isFact(part) ? { ...part, oneLine: true } : part,
    );
  }
  if (form === "text") return lines.flatMap((line, at) => (at === 0 ? line.text : ["\n", ...line.text]));
  const parts: TextPart[] = [];
  let isOpen = false;
  for (const line of lines) {
    if (as === "paragraphs" && line.isBlank) {
      if (isOpen) parts.push("</p>");
      isOpen = false;
      continue;
    }
    if (isOpen || (as === "breaks" && parts.length > 0)) parts.push("<br>");
    else if (as === "paragraphs") parts.push(PARAGRAPH);
    isOpen = as === "paragraphs";
    parts.push(...line.html);
  }
  if (isOpen) parts.push("</p>");
  return parts;
}

function merged(parts: readonly TextPart[]): TextPart[] {
  const done: TextPart[] = [];
  for (const part of parts) {
    const before = done.at(-1);
    if (typeof part === "string" && typeof before === "string") done[done.length - 1] = before + part;
    else done.push(part);
  }
  return done;
}

/** What comes first brings the gap before it along. */
const withoutLeading = ([first, ...rest]: readonly TextPart[]): TextPart[] =>
  first === undefined ? [] : [typeof first === "string" ? first.replace(/^\n+/, "") : first, ...rest];
