import type { CouponType } from "../enumerations.ts";

/** Longest code of a coupon. */
export const MAX_COUPON_CODE_LENGTH = 32;
/** Most codes of one coupon, and most that are made at once. */
export const MAX_CODES = 1_000_000;
export const MAX_MADE_CODES = 100_000;
/** Most characters of one piece of an uploaded list. */
export const MAX_PIECE = 100_000;

/** How guests come to it: by a code for all, or one by one. */
type Kind = { type: CouponType; code: string | null };

/** Each guest has a code of their own: a coupon of codes that has none itself. */
export function hasPool({ type, code }: Kind): boolean {
  return type === "code" && (code === null || code === "");
}

/** Guests have it one by one; who has none cannot use it. */
export function isGiven(terms: Kind): boolean {
  return terms.type === "acquire" || hasPool(terms);
}

/** Letters and digits that nobody takes for each other: no 0 and O, no 1, I and L. */
export const CODE_CHARACTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
export const CODE_LENGTH = 12;

/** A code that cannot be guessed: about 59 bits where `below` draws evenly. `below(n)` is a whole number from 0 to n - 1. */
export function makeCode(below: (n: number) => number): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[below(CODE_CHARACTERS.length)]).join("");
}

/** A line of a list with its number, and the first cell of it as it stands there. */
export type ListedCode = { line: number; text: string };

const HEADINGS = new Set(["code", "codes", "coupon_code", "coupon code", "コード", "クーポンコード"]);

/** The codes of a list, one a line: pasted, or a table whose first column has them. Lines without any are left out, and a heading. */
export function listedCodes(text: string, firstLine: number): ListedCode[] {
  const listed: ListedCode[] = [];
  for (const [at, whole] of text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    const cell = firstCell(whole).trim();
    const line = firstLine + at;
    if (cell !== "" && !(line === 1 && HEADINGS.has(cell.toLowerCase()))) listed.push({ line, text: cell });
  }
  return listed;
}

function firstCell(line: string): string {
  const quoted = /^\s*"((?:[^"]|"")*)"/.exec(line);
  if (quoted) return (quoted[1] ?? "").replaceAll('""', '"');
  return line.split(/[,;\t]/, 1)[0] ?? "";
}
