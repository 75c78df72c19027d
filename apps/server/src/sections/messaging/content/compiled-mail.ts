import type { LanguageCode } from "@okaeri/domain/enumerations";
import type { Placeholder, PlaceholderValues } from "@okaeri/domain/messaging/placeholders";
import type { ConditionNode } from "@okaeri/domain/segments/condition";

// A mail as everybody gets it, once for each content, and what of it is filled in for a guest. It is kept as JSON beside what was
// sent (mail_contents), so everything that decides how the mail reads stands in it, and filling only chooses and joins.

/** What is put in for a guest. `honorific` follows it, unless it ends with 様 already. */
export type FactPart = { fact: Placeholder; fallback: string | null; honorific: string; oneLine?: boolean };
/** Where one guest's link leads. */
export type UrlName = "unsubscribe" | "preferences" | "coupon" | "pixel";
export type UrlPart = { url: UrlName } | { link: number };
export type TextPart = string | FactPart | UrlPart;

/** A line of a text as it was written; without what it needs it is not said. */
export type MailLine = { needs: Placeholder[]; isBlank: boolean; html: TextPart[]; text: TextPart[] };
/** `field`: where the document has it. */
export type WrittenText = { field: string; lines: MailLine[] };

/** A text of the mail stands as paragraphs, with breaks between its lines, or in one line without markup, as in an attribute. */
export type TextNode = { of: number; as: "paragraphs" | "breaks" | "line" };
export type Node = TextPart | TextNode;

/**
 * A stretch of the mail, in the order of reading. `seq`: the block it belongs to, null for the frame and the body. It is left out where
 * the block is not meant for the guest, a fact it needs is missing, the text it is there for has no line left, or its link has no target.
 */
export type MailPiece = {
  seq: number | null;
  needs: Placeholder[];
  text: number | null;
  url: UrlName | null;
  /** It tells the guest something: a mail without any such piece is none. */
  says: boolean;
  nodes: Node[];
};

export type CompiledMail = {
  /** Of everything below. */
  hash: string;
  language: LanguageCode;
  /** Places in `texts`. */
  subject: number;
  preheader: number;
  texts: WrittenText[];
  pieces: { html: MailPiece[]; text: MailPiece[] };
  /** Targets of buttons and pictures, numbered from 1. */
  links: { no: number; seq: number; label: string; url: string }[];
  /** Blocks that are only for some guests. */
  conditions: { seq: number; target: ConditionNode }[];
  /** What may be filled in: all that has to be known of a guest. */
  facts: Placeholder[];
};

/** What one guest's mail is made of, beside the content. */
export type MailFacts = {
  values: Partial<PlaceholderValues>;
  /** Of the blocks with a target those meant for this guest. */
  shown: readonly number[];
};

/** Addresses of one guest's mail; without an address, what would lead there is not there. */
export type MailUrlValues = {
  link: (no: number) => string;
  unsubscribe: string;
  preferences: string | null;
  coupon: string | null;
  pixel: string | null;
};
