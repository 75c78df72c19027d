import { type Placeholder, parseTemplate, type TemplatePart } from "@okaeri/domain/messaging/placeholders";
import type { FactPart, MailLine, TextPart, WrittenText } from "./compiled-mail.ts";
import { LIGHT } from "./look.ts";

const NOT_PLAIN = /[&<>"'\n]/;

export function escapeMailHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** A value as HTML; one of several lines keeps them. */
export function linesAsHtml(value: string): string {
  if (!NOT_PLAIN.test(value)) return value;
  return escapeMailHtml(value).replaceAll(/\r?\n/g, "<br>");
}

/** @throws Error naming the fault of a text that cannot be read. */
export function writtenText(field: string, text: string): WrittenText {
  read(text);
  return { field, lines: text.split(/\r\n|\r|\n/).map(lineOf) };
}

function lineOf(line: string): MailLine {
  const text = partsOf(line);
  return {
    needs: needsOf(text),
    isBlank: line.trim() === "",
    html: text.map((part) => (typeof part === "string" ? linked(part) : part)),
    text,
  };
}

export const isFact = (part: unknown): part is FactPart => typeof part === "object" && part !== null && "fact" in part;

/** Facts that a line cannot do without. */
const needsOf = (parts: readonly TextPart[]): Placeholder[] => [
  ...new Set(parts.filter(isFact).flatMap(({ fact, fallback }) => (fallback === null ? [fact] : []))),
];

function read(text: string): TemplatePart[] {
  const parsed = parseTemplate(text);
  if (parsed.ok) return parsed.parts;
  const faults = parsed.errors.map((error) => `${error.code} at ${error.index}`);
  throw new Error(`a mail's text cannot be read: ${faults.join(", ")}`);
}

function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  for (const part of read(text)) {
    const before = parts.at(-1);
    if ("placeholder" in part) {
      const fallback = "fallback" in part && typeof part.fallback === "string" ? part.fallback : null;
      parts.push({ fact: part.placeholder, fallback, honorific: "" });
    } else if (isFact(before)) {
      // What says 様 already, as the fallback for a name does, gets no second one.
      const [honorific = ""] = /^[ \u3000]?様/.exec(part.text) ?? [];
      before.honorific = honorific;
      if (part.text.length > honorific.length) parts.push(part.text.slice(honorific.length));
    } else parts.push(part.text);
  }
  return parts;
}

function linked(text: string): string {
  // Printable ASCII only: a link ends where Japanese text goes on, and at braces, which are placeholders.
  return text
    .split(/(https?:\/\/[!#-&(-;=?-z|~]+)/)
    .map((part, index) =>
      index % 2 === 0
        ? escapeMailHtml(part)
        : `<a href="${escapeMailHtml(part)}" style="color:${LIGHT.press}">${escapeMailHtml(part)}</a>`,
    )
    .join("");
}
