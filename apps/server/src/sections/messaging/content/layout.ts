/// <reference path="./mjml.d.ts" />
import { createRequire } from "node:module";
import type { LanguageCode } from "@okaeri/domain/enumerations";
import type { MjmlNode } from "mjml-core";
import { BOXES, type Box, type BoxKind } from "./boxes.ts";
import { FONTS, HEADING_FONTS, LIGHT, MAIL_STYLE } from "./look.ts";

// What mjml makes of a mail: tables, inline styles and what Outlook needs, around slots. No word of a mail goes through it, so that
// nothing in a text is read as markup, and mails of one shape share what was made.

/** What a mail looks like without its words. `width` of a picture in pixels. */
export type LayoutBlock =
  | { seq: number; kind: "heading" | "text" | "url" | "divider" | "coupon" | "points" | "stay" }
  | { seq: number; kind: "image"; width: number; height: number | null; isLink: boolean };
export type MailLayout = { language: LanguageCode; blocks: readonly LayoutBlock[] };

/** `name`: the piece that follows, until the next one begins; "frame" for what is always there. */
export const piece = (name: string) => `<!--piece ${name}-->`;
export const slot = (name: string) => `__${name}__`;
const FRAME = piece("frame");

/** Inner width of the column, in pixels. */
export const COLUMN_WIDTH = 534;

const MAX_CACHED = 200;
const made = new Map<string, Promise<string>>();

/** HTML with slots and marks of pieces. */
export function layoutOf(shape: MailLayout): Promise<string> {
  const key = JSON.stringify(shape);
  const known = made.get(key);
  if (known !== undefined) return known;
  if (made.size >= MAX_CACHED) made.delete(made.keys().next().value ?? "");
  const html = makeLayout(shape);
  made.set(key, html);
  html.catch(() => made.delete(key));
  return html;
}

// Half a second to load: at the first mail that is made of blocks.
const require = createRequire(import.meta.url);
const mjml = () => require("mjml-core") as typeof import("mjml-core");
const preset = () => require("mjml-preset-core") as typeof import("mjml-preset-core");

/** Anew, by mjml. */
export async function makeLayout(shape: MailLayout): Promise<string> {
  const { html } = await mjml().default(documentOf(shape), { presets: [preset()], validationLevel: "skip", fonts: {} });
  const heights = shape.blocks.flatMap((block) => (block.kind === "image" ? [block.height] : []));
  // Nothing but markup so far, in which no blank counts.
  return (
    html
      // Its style scales a picture with its width; the attribute is for programs that do not, and keeps its place while it loads.
      .replaceAll('height="auto"', () => `height="${heights.shift() ?? "auto"}"`)
      .replaceAll(/\s+/g, " ")
      .replaceAll(/> </g, "><")
      .replaceAll(" >", ">")
      .trim()
  );
}

const node = (tagName: string, attributes: Record<string, string>, children: readonly MjmlNode[]): MjmlNode => ({
  tagName,
  attributes,
  children,
});
const leaf = (tagName: string, attributes: Record<string, string>, content: string): MjmlNode => ({
  tagName,
  attributes,
  content,
});
const begin = (name: string) => leaf("mj-raw", {}, piece(name));

const SIDE = "32px";
const TEXT = { "font-family": FONTS, color: LIGHT.ink, "font-size": "16px", "line-height": "1.9" };
const SMALL = { ...TEXT, color: LIGHT.third, "font-size": "12px", "line-height": "1.8" };

function documentOf({ language, blocks }: MailLayout): MjmlNode {
  const card = [
    begin("body"),
    leaf("mj-text", { ...TEXT, "css-class": "ink pad", padding: `0 ${SIDE} 4px` }, slot("body")),
    ...blocks.flatMap((block) => [begin(`b${block.seq}`), ...rowsOf(block, language)]),
    begin("signature"),
    leaf(
      "mj-text",
      { ...TEXT, color: LIGHT.second, "font-size": "14px", "css-class": "soft pad", padding: `16px ${SIDE} 0` },
      slot("signature"),
    ),
    begin("frame"),
  ];
  return node("mjml", { lang: language, dir: "ltr" }, [
    node("mj-head", {}, [
      leaf("mj-title", {}, slot("subject")),
      leaf("mj-preview", {}, slot("preheader")),
      leaf(
        "mj-raw",
        {},
        `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no, date=no, address=no, email=no">`,
      ),
      leaf("mj-style", {}, MAIL_STYLE),
    ]),
    node("mj-body", { width: "600px", "background-color": LIGHT.paper, "css-class": "paper" }, [
      section({ padding: "32px 0 20px" }, [
        leaf(
          "mj-text",
          { ...TEXT, align: "center", "css-class": "ink", padding: `0 ${SIDE}` },
          `<h1 class="ink" style="margin:0;font-family:${HEADING_FONTS};font-size:20px;line-height:1.5;font-weight:600;letter-spacing:0.12em;overflow-wrap:anywhere">${slot("house")}</h1>`,
        ),
      ]),
      section(
        {
          "background-color": LIGHT.card,
          border: `1px solid ${LIGHT.line}`,
          "border-radius": "10px",
          padding: "32px 0",
          "css-class": "card",
        },
        card,
      ),
      section({ padding: "20px 0 32px" }, [
        leaf("mj-text", { ...SMALL, "css-class": "faint pad", padding: `0 ${SIDE}` }, slot("legal")),
      ]),
      begin("pixel"),
      leaf(
        "mj-raw",
        {},
        `<img src="${slot("pixel")}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">${FRAME}`,
      ),
    ]),
  ]);
}

const section = (attributes: Record<string, string>, rows: readonly MjmlNode[]): MjmlNode =>
  node("mj-section", { "text-align": "left", ...attributes }, [node("mj-column", {}, rows)]);

function rowsOf(block: LayoutBlock, language: LanguageCode): MjmlNode[] {
  const at = (name: string) => slot(`b${block.seq}.${name}`);
  switch (block.kind) {
    case "heading":
      return [
        leaf(
          "mj-text",
          { ...TEXT, "css-class": "ink pad", padding: `20px ${SIDE} 8px` },
          `<h2 class="ink" style="margin:0;font-family:${HEADING_FONTS};font-size:21px;line-height:1.6;font-weight:600;overflow-wrap:anywhere;line-break:strict">${at("text")}</h2>`,
        ),
      ];
    case "text":
      return [leaf("mj-text", { ...TEXT, "css-class": "ink pad", padding: `0 ${SIDE} 4px` }, at("text"))];
    case "url":
      return [button(at("label"), at("url"), `12px ${SIDE} 24px`)];
    case "divider":
      return [
        leaf(
          "mj-divider",
          { "border-width": "1px", "border-color": LIGHT.line, padding: `16px ${SIDE} 24px`, "css-class": "rule pad" },
          "",
        ),
      ];
    case "image":
      return [
        leaf(
          "mj-image",
          {
            src: at("image"),
            alt: at("alt"),
            width: `${block.width}px`,
            ...(block.isLink ? { href: at("url") } : {}),
            "border-radius": "8px",
            // What is read in its place while pictures are blocked.
            "font-size": "14px",
            padding: `8px ${SIDE} 20px`,
            "css-class": "ink pad",
          },
          "",
        ),
      ];
    default:
      return box(block.seq, block.kind, language, BOXES[block.kind]);
  }
}

function button(label: string, url: string, padding: string): MjmlNode {
  return leaf(
    "mj-button",
    {
      href: url,
      "background-color": LIGHT.press,
      color: LIGHT.onPress,
      "font-family": FONTS,
      "font-size": "16px",
      "font-weight": "700",
      "line-height": "1.5",
      "inner-padding": "13px 32px",
      "border-radius": "8px",
      padding,
      "css-class": "press pad",
    },
    label,
  );
}

/** The coupon's ticket, points, or the stay: a table of rows that are there or not, each by itself. */
function box(seq: number, kind: BoxKind, language: LanguageCode, { rows, ticket }: Box): MjmlNode[] {
  const name = `b${seq}`;
  const edge = ticket ? `2px dashed ${LIGHT.accent}` : `1px solid ${LIGHT.line}`;
  const ground = ticket ? LIGHT.accentTint : LIGHT.tint;
  const table = rows
    .map(({ key, label, style }) => {
      const value = `<span class="ink" style="color:${LIGHT.ink}">${slot(`${name}.${key}`)}</span>`;
      const cells =
        label === null
          ? `<td colspan="2" style="${CELL};padding:6px 24px;${style}">${value}</td>`
          : `<td class="soft" width="30%" valign="top" style="${CELL};padding:6px 8px 6px 24px;color:${LIGHT.second};font-size:13px">${label(language)}</td><td valign="top" style="${CELL};padding:6px 24px 6px 8px;${style}">${value}</td>`;
      return `${piece(`${name}.${key}`)}<tr>${cells}</tr>`;
    })
    .join("");
  const rowsWithin = leaf(
    "mj-raw",
    {},
    `<tr><td class="pad" style="padding:8px ${SIDE} 20px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="${ticket ? "ticket" : "tint"}" bgcolor="${ground}" style="width:100%;border-collapse:separate;border:${edge};border-radius:10px;background:${ground};font-family:${FONTS};font-size:16px;line-height:1.7;color:${LIGHT.ink}"><tr><td colspan="2" height="12" style="height:12px;font-size:0;line-height:0">&nbsp;</td></tr>${table}${piece(name)}<tr><td colspan="2" height="12" style="height:12px;font-size:0;line-height:0">&nbsp;</td></tr></table></td></tr>`,
  );
  return kind === "coupon"
    ? [rowsWithin, begin(`${name}.url`), button(slot(`${name}.label`), slot(`${name}.url`), `0 ${SIDE} 24px`)]
    : [rowsWithin];
}

const CELL = "overflow-wrap:anywhere;line-break:strict";
