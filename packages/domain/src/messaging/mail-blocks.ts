import { SINGLE_VARIANT } from "../campaigns/variants/variants.ts";
import type { LanguageCode } from "../enumerations.ts";
import { MAX_LINK_LENGTH, parseLink } from "./link-target.ts";

// A mail is its text and then blocks, in one order across all kinds. `url` is a button (MailUrl), heading and text are MailText, image is
// MailImage.

export const BLOCK_KINDS = ["heading", "text", "url", "image", "divider", "coupon", "points", "stay"] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** Most blocks of a mail. */
export const MAX_BLOCKS = 100;
/** Longest of each field, UTF-16 units. */
export const BLOCK_LENGTHS = { text: 20_000, label: 100, url: MAX_LINK_LENGTH, image: 128, alt: 300 } as const;
export const MAX_PREHEADER_LENGTH = 200;

export interface MailBlock {
  /** Its place in the order, unique in the mail. */
  seq: number;
  kind: BlockKind;
  text: string;
  label: string;
  url: string;
  /** Hash of an image of the same programme. */
  image: string | null;
  alt: string;
  /** Conditions, as those of a segment: only whom they mean is told it. Null: every guest. */
  target: unknown;
}

/** What a mail says in one language, of an action or a template. `body` stands before the blocks. */
export interface MailDocument {
  title: string;
  /** What programs show beside the subject before the mail is opened. */
  preheader: string;
  body: string;
  signature: string;
  /** Empty for the account's own sender. */
  from_address: string;
  mail_template_id: number | null;
  language: LanguageCode;
  blocks: readonly MailBlock[];
}

export const blankMail = () => ({
  title: "",
  preheader: "",
  body: "",
  signature: "",
  from_address: "",
  mail_template_id: null,
  language: "ja" as const,
  blocks: [],
  ...SINGLE_VARIANT,
});

/** Fields that hold words or what they lead to. */
export type BlockField = "text" | "label" | "url" | "image" | "alt";
/** What each kind says, and what of it has to be there before it goes out. Of a coupon's ticket and an image the link is as one likes. */
export const BLOCK_FIELDS: Record<BlockKind, Partial<Record<BlockField, "required" | "optional">>> = {
  heading: { text: "required" },
  text: { text: "required" },
  url: { label: "required", url: "required" },
  image: { image: "required", alt: "required", url: "optional" },
  divider: {},
  coupon: { label: "optional" },
  points: {},
  stay: {},
};
const FIELDS = ["text", "label", "url", "image", "alt"] as const satisfies readonly BlockField[];

export type BlockFault = { path: string; code: "twice" | "not_of_block" | "bad_link" | "image_unknown" | "required" };

/** Faults of blocks beside their words and conditions; what is empty has none. */
export function blockFaults(blocks: readonly MailBlock[]): BlockFault[] {
  const seen = new Set<number>();
  return blocks.flatMap((block, at) => {
    const faults: BlockFault[] = [];
    const fault = (field: string, code: BlockFault["code"]) => faults.push({ path: `blocks.${at}.${field}`, code });
    if (seen.has(block.seq)) fault("seq", "twice");
    seen.add(block.seq);
    for (const field of FIELDS)
      if (!isEmpty(block[field]) && !(field in BLOCK_FIELDS[block.kind])) fault(field, "not_of_block");
    if (block.url !== "" && parseLink(block.url) === null) fault("url", "bad_link");
    if (block.image !== null && !isImageHash(block.image)) fault("image", "image_unknown");
    return faults;
  });
}

/** What blocks lack before they can be sent. */
export function blocksLack(blocks: readonly MailBlock[]): BlockFault[] {
  return blocks.flatMap((block, at) =>
    FIELDS.filter((field) => BLOCK_FIELDS[block.kind][field] === "required" && isEmpty(block[field])).map((field) => ({
      path: `blocks.${at}.${field}`,
      code: "required" as const,
    })),
  );
}

const isEmpty = (value: string | null) => value === null || value.trim() === "";

/** Whether it can be the hash of an image at all. */
export const isImageHash = (hash: string): boolean => /^[0-9A-Za-z_-]{32,128}$/.test(hash);

/** In the order in which they are read. */
export const blocksInOrder = <Block extends { seq: number }>(blocks: readonly Block[]): Block[] =>
  [...blocks].sort((a, b) => a.seq - b.seq);
