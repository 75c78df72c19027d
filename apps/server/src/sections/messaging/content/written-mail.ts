import type { LanguageCode } from "@okaeri/domain/enumerations";

export type BlockKind = "heading" | "text" | "url" | "image" | "divider" | "coupon" | "points" | "stay";

/** A part of a mail as it was written. Fields that are not of its kind are empty. `target`: a tree of conditions. */
export type MailBlock = {
  seq: number;
  kind: BlockKind;
  text: string;
  label: string;
  url: string;
  image: string | null;
  alt: string;
  target: unknown;
};

/** What a mail says in one language. `body` stands before the blocks. */
export type MailDocument = {
  title: string;
  preheader: string;
  body: string;
  signature: string;
  language: LanguageCode;
  blocks: readonly MailBlock[];
};

/** In the order in which they are read. */
export const inOrder = (blocks: readonly MailBlock[]): MailBlock[] => [...blocks].sort((a, b) => a.seq - b.seq);
