import type { MailText } from "./mail-text.ts";
import { PLACEHOLDERS, type Placeholder, type PlaceholderValues, usedPlaceholders } from "./placeholders.ts";

/** A line that is not said to a guest, from 1, and of what nothing is known. */
export type LeftOutLine = { field: keyof MailText; line: number; missing: Placeholder[] };

/** What is said to one guest; null: a line that must be there cannot be said. */
export type ToldMail = { mail: MailText | null; leftOut: LeftOutLine[] };

/** What neither a fact nor a fallback stands for. */
export function missingOf(values: PlaceholderValues): Placeholder[] {
  return PLACEHOLDERS.filter((name) => values[name] === null);
}

/**
 * The mail without the lines that tell of a fact which is missing. A subject of which one is missing, and a body of which no word is
 * left, are no mail. Texts are read by their lines: what stands between braces never goes over two.
 */
export function withoutMissing(mail: MailText, missing: readonly Placeholder[]): ToldMail {
  const leftOut: LeftOutLine[] = [];
  const told = (field: keyof MailText) => {
    const kept = keptLines(mail[field], missing);
    leftOut.push(...kept.leftOut.map((one) => ({ field, ...one })));
    return kept.text;
  };
  const [title, body, signature] = [told("title"), told("body"), told("signature")];
  const isMail = !leftOut.some(({ field }) => field === "title") && body.trim() !== "";
  return { mail: isMail ? { title, body, signature } : null, leftOut };
}

function keptLines(text: string, missing: readonly Placeholder[]) {
  const kept: string[] = [];
  const leftOut: Omit<LeftOutLine, "field">[] = [];
  let justLeftOut = false;
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const lacks = usedPlaceholders(line).filter((name) => missing.includes(name));
    if (lacks.length > 0) {
      leftOut.push({ line: at + 1, missing: lacks });
      justLeftOut = true;
    } else if (line.trim() !== "") {
      kept.push(line);
      justLeftOut = false;
      // Of the blank lines around what is left out one is enough.
    } else if (!justLeftOut || (kept.at(-1) ?? "").trim() !== "") kept.push(line);
  }
  return leftOut.length === 0 ? { text, leftOut } : { text: kept.join("\n"), leftOut };
}
