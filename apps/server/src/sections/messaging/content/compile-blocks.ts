import type { LanguageCode } from "@okaeri/domain/enumerations";
import { isPage, parseLink } from "@okaeri/domain/messaging/link-target";
import type { MailBlock } from "@okaeri/domain/messaging/mail-blocks";
import { BOXES, type BoxKind } from "./boxes.ts";
import type { CompiledMail, MailPiece, Node, TextPart } from "./compiled-mail.ts";
import { COLUMN_WIDTH, type LayoutBlock } from "./layout.ts";
import { escapeMailHtml, writtenText } from "./lines.ts";
import { MAIL_WORDS } from "./words.ts";

/** A picture as it is kept, in pixels. */
export type ImagePixels = { width: number; height: number };
export type CompileContext = {
  language: LanguageCode;
  texts: CompiledMail["texts"];
  links: CompiledMail["links"];
  images: ReadonlyMap<string, ImagePixels>;
  origin: string;
};

type Rule = Omit<MailPiece, "nodes">;
/** `rules` and `slots` go by the names that the layout gives its pieces and slots. */
export type CompiledBlock = {
  layout: LayoutBlock;
  rules: Record<string, Rule>;
  slots: Record<string, readonly Node[]>;
  text: MailPiece[];
};

export const FRAME: Rule = { seq: null, needs: [], text: null, url: null, says: false };
const GAP = "\n\n";

/** Adds a text of the mail, and tells its place. */
export const addText = ({ texts }: Pick<CompileContext, "texts">, field: string, text: string): number =>
  texts.push(writtenText(field, text)) - 1;

/** `at`: its place in the document, by which its fields are named. */
export function compileBlock(block: MailBlock, at: number, around: CompileContext): CompiledBlock {
  const { seq, kind } = block;
  const name = `b${seq}`;
  const own = (field: "text" | "label" | "alt") => addText(around, `blocks.${at}.${field}`, block[field]);
  const says: Rule = { ...FRAME, seq, says: true };
  switch (kind) {
    case "heading":
    case "text": {
      const text = own("text");
      const rule = { ...says, text };
      return {
        layout: { seq, kind },
        rules: { [name]: rule },
        slots: { [`${name}.text`]: [{ of: text, as: kind === "text" ? "paragraphs" : "breaks" }] },
        text: [{ ...rule, nodes: [GAP, ...(kind === "heading" ? ["■ "] : []), { of: text, as: "breaks" }] }],
      };
    }
    case "url": {
      const label = own("label");
      const rule = { ...says, text: label };
      const link = linkTo(block, around.links);
      return {
        layout: { seq, kind },
        rules: { [name]: rule },
        slots: { [`${name}.label`]: [{ of: label, as: "line" }], [`${name}.url`]: [link.html] },
        text: [{ ...rule, nodes: [GAP, { of: label, as: "line" }, "\n", link.text] }],
      };
    }
    case "image":
      return imageOf(block, own("alt"), says, around);
    case "divider": {
      const rule = { ...FRAME, seq };
      return { layout: { seq, kind }, rules: { [name]: rule }, slots: {}, text: [{ ...rule, nodes: [GAP, RULE] }] };
    }
    default:
      return boxOf(block, kind, says, around, block.label.trim() === "" ? null : own("label"));
  }
}

export const RULE = "――――――――――";

/** Where it leads, in both parts of the mail. Addresses of mail and telephone are the guest's own program's: nothing can lead on to them. */
function linkTo({ seq, label, alt, url }: MailBlock, links: CompiledMail["links"]): { html: TextPart; text: TextPart } {
  const target = parseLink(url);
  if (target === null || !isPage(target)) return { html: escapeMailHtml(url), text: url };
  const no = links.length + 1;
  links.push({ no, seq, label: label || alt, url });
  return { html: { link: no }, text: { link: no } };
}

/** Sharp on fine screens: kept at twice the width of the column at most, it stands at its own width or the column's. */
function imageOf(block: MailBlock, alt: number, rule: Rule, { links, images, origin }: CompileContext): CompiledBlock {
  const { seq, image, url } = block;
  const name = `b${seq}`;
  const { width, height } = images.get(image ?? "") ?? { width: COLUMN_WIDTH, height: null };
  const shown = Math.min(width, COLUMN_WIDTH);
  const link = url === "" ? null : linkTo(block, links);
  return {
    layout: {
      seq,
      kind: "image",
      width: shown,
      height: height === null ? null : Math.max(1, Math.round((height * shown) / width)),
      isLink: link !== null,
    },
    rules: { [name]: rule },
    slots: {
      [`${name}.image`]: [`${escapeMailHtml(origin)}/images/${encodeURIComponent(image ?? "")}`],
      [`${name}.alt`]: [{ of: alt, as: "line" }],
      ...(link === null ? {} : { [`${name}.url`]: [link.html] }),
    },
    // A picture that leads nowhere is what it shows.
    text: [
      { ...rule, text: alt, nodes: [GAP, { of: alt, as: "breaks" }, ...(link === null ? [] : ["\n", link.text])] },
    ],
  };
}

/** Each line of a box by itself: what is not known of the guest is not there. */
function boxOf(
  block: MailBlock,
  kind: BoxKind,
  says: Rule,
  { language }: CompileContext,
  label: number | null,
): CompiledBlock {
  const { seq } = block;
  const name = `b${seq}`;
  const { asks, rows } = BOXES[kind];
  const whole = { ...says, needs: [asks] };
  const compiled: CompiledBlock = { layout: { seq, kind }, rules: { [name]: whole }, slots: {}, text: [] };
  for (const [at, { key, fact, label: before, unit }] of rows.entries()) {
    const rule = { ...whole, needs: [asks, fact], says: at === 0 };
    const value: TextPart = { fact, fallback: null, honorific: "" };
    compiled.rules[`${name}.${key}`] = rule;
    const slotNodes: Node[] = unit === null ? [value] : [value, unit(language)];
    compiled.slots[`${name}.${key}`] = slotNodes;
    const words = before === null ? "" : `${before(language)}: `;
    compiled.text.push({ ...rule, nodes: [at === 0 ? GAP : "\n", words, ...slotNodes] });
  }
  if (kind !== "coupon") return compiled;
  const words: Node = label === null ? MAIL_WORDS[language].couponShow : { of: label, as: "line" };
  const toTicket: Rule = { ...whole, text: label, url: "coupon", says: false };
  compiled.rules[`${name}.url`] = toTicket;
  compiled.slots[`${name}.label`] = [words];
  compiled.slots[`${name}.url`] = [{ url: "coupon" }];
  compiled.text.push({ ...toTicket, nodes: ["\n", words, ": ", { url: "coupon" }] });
  return compiled;
}
