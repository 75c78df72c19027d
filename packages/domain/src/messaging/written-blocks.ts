import type { MailBlock } from "./mail-blocks.ts";

// Mails that come with the product are written in these words: in the order in which they are read.

type Written<Target> = Omit<MailBlock, "target"> & { target: Target | null };
type Part<Target = never> = Pick<MailBlock, "kind"> & Partial<Omit<Written<Target>, "seq" | "kind">>;

export const heading = (text: string): Part => ({ kind: "heading", text });
export const text = (text: string): Part => ({ kind: "text", text });
export const button = (label: string, url: string): Part => ({ kind: "url", label, url });
export const box = (kind: "coupon" | "points" | "stay" | "divider"): Part => ({ kind });
/** Only whom these conditions mean is told it. */
export const onlyFor = <Target>(target: Target, part: Part): Part<Target> => ({ ...part, target });

const BLANK = { text: "", label: "", url: "", image: null, alt: "", target: null };

export const writtenBlocks = <Target = never>(...parts: readonly Part<Target>[]): Written<Target>[] =>
  parts.map((part, at) => ({ ...BLANK, ...part, seq: at + 1 }));
