// Text as people type it into a field. Screen and server use these same functions, so that a text becomes the same and is
// judged the same on both sides.
import { normaliseCode, normaliseMemberNumber } from "./codes.ts";
import { normaliseMailAddress } from "./mail-address.ts";
import { codePointLength, normaliseKana, normalisePostcode, normaliseTelText, withoutUnseen } from "./normalise.ts";

/** What a field is for, where it is more than words. */
export type TextForm = "kana" | "tel" | "postcode" | "code" | "email" | keyof typeof PATTERNS;

/** Codes that somebody else gave their form. */
const PATTERNS = {
  member_prefix: /^[A-Z0-9-]{1,8}$/,
  line_channel_id: /^[0-9]{5,20}$/,
  line_basic_id: /^@[A-Za-z0-9._-]{1,40}$/,
  dkim_selector: /^(?=.{1,63}$)[a-z0-9]+(-+[a-z0-9]+)*(\.[a-z0-9]+(-+[a-z0-9]+)*)*$/,
  utm_source: /^[A-Za-z0-9._-]{1,60}$/,
  field_key: /^[a-z][a-z0-9_]{0,39}$/,
};

const HYPHENS = /[‐‑‒–—―−ー－ｰ﹣˗]/g;

/** A telephone number as it is shown: half-width, with one kind of hyphen. How it is grouped stays the person's own. */
export function normaliseTel(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(HYPHENS, "-")
    .trim();
}

const READERS: Record<TextForm, (text: string) => string> = {
  kana: normaliseKana,
  tel: normaliseTel,
  postcode: normalisePostcode,
  code: normaliseCode,
  email: (text) => normaliseMailAddress(text) ?? text.trim(),
  member_prefix: normaliseMemberNumber,
  line_channel_id: normaliseCode,
  line_basic_id: normaliseCode,
  dkim_selector: (text) => normaliseCode(text).toLowerCase(),
  utm_source: normaliseCode,
  field_key: normaliseCode,
};

/** The text as it is kept: without outer spaces, and in the form of its field. */
export function normaliseTyped(text: string, form?: TextForm): string {
  return form === undefined ? withoutUnseen(text).trim() : READERS[form](text);
}

/** Whether a text that is already in its field's form can be kept. Nothing at all always can: that is another question. */
export function fitsForm(text: string, form?: TextForm): boolean {
  if (text === "") return true;
  // A sign that only lengthens a vowel is no reading.
  if (form === "kana") return /[^\P{L}ー]/u.test(text) && !/\p{Script=Han}/u.test(text);
  if (form === "tel") return normaliseTelText(text) !== undefined;
  if (form === "email") return normaliseMailAddress(text) !== undefined;
  if (form !== undefined && form in PATTERNS) return PATTERNS[form as keyof typeof PATTERNS].test(text);
  return true;
}

/** Characters too many; 0 or less when the text fits. Counted as people count: a rare kanji is one. */
export function excess(text: string, most: number): number {
  return codePointLength(text) - most;
}

const FIGURE = /^(-?)(\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.(\d+))?$/;

/** A figure as people type it: full-width digits, commas between thousands, at most so many digits behind the point. */
export function readFigure(text: string, decimals = 0): number | undefined {
  const [, sign, whole, part = ""] = FIGURE.exec(text.normalize("NFKC").replace(/\s/g, "")) ?? [];
  if (whole === undefined || part.length > decimals) return undefined;
  const figure = Number(`${whole.replaceAll(",", "")}.${part}`);
  return sign === "-" && figure !== 0 ? -figure : figure;
}
