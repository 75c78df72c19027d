import { normaliseText } from "./normalise.ts";

// Codes are text: numbers of reservations, members, folios, rooms and coupons. They are never calculated with, so every digit
// and every leading zero counts.

const ASCII = /^[!-~]*$/;
/** Dashes that keyboards, fonts and tables of characters put in the place of a hyphen, as NFKC leaves them; ─ and ━ are lines of tables. */
const DASHES = "˗‐-―⁃−─━﹘";
const DASH = new RegExp(`(?<=[0-9A-Za-z-])[${DASHES}]+|[${DASHES}]+(?=[0-9A-Za-z])`, "g");
/** A long-vowel mark is a hyphen before a letter or digit, unless it belongs to the kana before it (タワー1). */
const LONG_MARK = /(?<=[^\sぁ-ゖァ-ヺー])ー+(?=[0-9A-Za-z])/gu;

/** The text with one kind of hyphen next to half-width letters and digits. The text must be in NFKC. */
export function foldHyphens(text: string): string {
  if (ASCII.test(text)) return text;
  return text
    .replace(DASH, (found) => "-".repeat(found.length))
    .replace(LONG_MARK, (found) => "-".repeat(found.length));
}

/** ="000123" and '000123: how files make a spreadsheet take a number for text. */
const FORMULA_TEXT = /^="([^"]*)"$/;

/**
 * The one form of a code, for storing and for looking up: NFKC, without outer spaces and invisible characters, with plain hyphens, and
 * without what marks it as text for a spreadsheet. Upper and lower case stay.
 */
export function normaliseCode(text: string): string {
  let code = foldHyphens(normaliseText(text));
  // Marks may be inside each other: ="'A".
  for (let marked = code; ; marked = code) {
    code = withoutTextMark(marked);
    if (code === marked) return code;
  }
}

function withoutTextMark(text: string): string {
  const first = text.charCodeAt(0);
  if (first === 0x3d) return (FORMULA_TEXT.exec(text)?.[1] ?? text).trim();
  return first === 0x27 ? text.replace(/^'+(?=.)/, "").trim() : text;
}

/** Member numbers: a code in upper case without spaces. */
export function normaliseMemberNumber(text: string): string {
  return normaliseCode(text).replaceAll(" ", "").toUpperCase();
}

const POWER = /^[-+]?\d(?:[.,]\d+)?E[-+]\d{1,3}$|^[-+]?\d[.,]\d+E\d{1,3}$/i;
const FRACTION = /^\d+\.0+$/;

/** Whether a spreadsheet or a program has turned the code into a number, so that digits are lost: 1.23457E+17. */
export function isShortenedNumber(text: string): boolean {
  return POWER.test(text);
}

/** The digits of a whole number that a program has written with a fraction: 1000001.0. Other text stays. */
export function withoutZeroFraction(text: string): string {
  return FRACTION.test(text) ? text.slice(0, text.indexOf(".")) : text;
}
