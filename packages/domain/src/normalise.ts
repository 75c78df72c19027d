// Contact fields are brought to one form on the way in (product rules, customers): the same guest must not become two
// because one file wrote half-width kana and another did not.

const SPACES = /[\p{Zs}\t\r\n]+/gu;
/** Plain ASCII, kana and common kanji with single spaces between: NFKC leaves such text as it is. */
const CLEAN = /^[!-~ぁ-ゖァ-ヺー一-\u9fff]+(?: [!-~ぁ-ゖァ-ヺー一-\u9fff]+)*$/;
const CLEAN_KANA = /^[ァ-ヺー]+(?: [ァ-ヺー]+)*$/;
/** Characters that nobody sees and that make two texts of one: byte order marks, zero-width spaces, soft hyphens, direction marks. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060\ufeff]/g;
const HYPHENS = /[-‐‑‒–—―−ー－ｰ﹣˗]/g;

export type BadCharacterKind = "nul" | "lone_surrogate" | "control" | "bidi_control" | "noncharacter";
export interface BadCharacter {
  kind: BadCharacterKind;
  /** UTF-16 index into the text. */
  index: number;
  codePoint: number;
}

function isNoncharacter(code: number): boolean {
  return (code & 0xfffe) === 0xfffe || (code >= 0xfdd0 && code <= 0xfdef);
}

function badKind(code: number, allowNewlines: boolean): BadCharacterKind | undefined {
  if (code === 0) return "nul";
  if (code < 0x20) return code === 9 || (allowNewlines && (code === 10 || code === 13)) ? undefined : "control";
  if (code < 0x7f) return undefined;
  if (code < 0xa0) return "control";
  if (code >= 0xd800 && code <= 0xdfff) return "lone_surrogate";
  // Overrides and isolates make a name show other than it is stored.
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return "bidi_control";
  return isNoncharacter(code) ? "noncharacter" : undefined;
}

/**
 * First character that no text field may hold (PostgreSQL refuses NUL and lone surrogates; the rest breaks screens and
 * files), or undefined. Tab is allowed; line breaks only with `allowNewlines`.
 */
export function findBadCharacter(text: string, options: { allowNewlines?: boolean } = {}): BadCharacter | undefined {
  const allowNewlines = options.allowNewlines ?? false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0x20 && unit < 0x7f) continue;
    const codePoint = text.codePointAt(index) ?? unit;
    const kind = badKind(codePoint, allowNewlines);
    if (kind !== undefined) return { kind, index, codePoint };
    if (codePoint > 0xffff) index++;
  }
  return undefined;
}

/** Whether normaliseText would leave the text as it is and findBadCharacter find nothing; fast, and true for most cells. */
export function isCleanText(text: string): boolean {
  return CLEAN.test(text);
}

/** The text without what nobody sees. Joiners stay: scripts and emoji are written with them. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, "");
}

/** NFKC, outer white space and unseen characters removed, runs of white space as one space. */
export function normaliseText(text: string): string {
  if (CLEAN.test(text)) return text;
  return withoutUnseen(text.normalize("NFKC")).replace(SPACES, " ").trim();
}

/** Length in code points, the unit of every text limit. */
export function codePointLength(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Kana in one form: full-width katakana, hiragana turned into katakana, half-width Latin letters and digits. */
export function normaliseKana(text: string): string {
  if (CLEAN_KANA.test(text)) return text;
  return normaliseText(text)
    .replace(/[ぁ-ゖゝゞ]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0x60))
    .replace(/(?<=[ァ-ヺー])[-‐‑–−]/g, "ー");
}

/** Kana without spaces: the form names are compared by. */
export function kanaMatchKey(text: string): string {
  return normaliseKana(text).replaceAll(" ", "").replaceAll("・", "");
}

/** What stands before a number in address books and web pages. */
const TEL_LABEL = /^(?:tel|phone|電話(?:番号)?|携帯(?:電話)?|自宅|勤務先)[:;.]*/i;
/** An extension behind a number leads to a desk of the same line. */
const EXTENSION = /(?<=\d)(?:[;,(]*(?:内線(?:番号)?|extension|ext|x|#)[:=.]*\d{1,7}\)?|\((?:代表?|直通?)\))$/i;

/** +81 as 0081, 010-81 (with or without a carrier's digits before it) and 81, before a number of Japan with or without its own zero. */
const JAPAN_ABROAD = /^(?:\+|(?:001|0033|0061)?(?:010)?|00)81(0?[1-9]\d{8,9})$/;
/** Another country's code behind the international prefix that most countries dial, or 001 before North America. */
const OTHER_COUNTRY = /^(?:001(?=1[2-9]\d{9}$)|00(?=[1-9]\d{8,12}$))/;

/**
 * The parts of a telephone number that need no numbering plan: NFKC, a label before it and an extension behind it, hyphens, spaces, dots
 * and brackets removed, a leading + kept. Undefined when anything but 3 to 17 digits remains. E.164 is made where the numbering plan is
 * known.
 */
export function normaliseTelText(text: string): string | undefined {
  if (/^[\d-]+$/.test(text)) return telDigits(text.replaceAll("-", ""));
  const plain = text
    .normalize("NFKC")
    .replace(/^\s*(\d{9,13})\.0+\s*$/, "$1")
    .replace(/\p{Cf}/gu, "") // address books copy numbers with invisible direction marks
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(SPACES, "")
    .replace(HYPHENS, "")
    .replace(TEL_LABEL, "")
    .replace(EXTENSION, "")
    .replace(/[().]/g, "");
  return telDigits(plain);
}

/** Marks between the numbers of one cell, and remarks: 090-1234-5678(妻), 本人 090-1234-5678. */
const BETWEEN_NUMBERS = /[/,、;・|\r\n]+|\(?\p{L}[\p{L}\s:.()]*|\s(?=0\d{1,4}-\d)/u;
const FAX = /fax[\s:.]*[\d+() -]{9,20}/gi;
/** Digits of the shortest number with its area code. */
const WHOLE_NUMBER = 9;

/** The number of a cell, or the first of several in it. Undefined when none can be read. */
export function firstTelText(text: string): string | undefined {
  const one = normaliseTelText(text);
  if (one !== undefined) return one;
  const plain = text.normalize("NFKC").replace(FAX, " ");
  const numbers = plain.split(BETWEEN_NUMBERS).flatMap((piece) => normaliseTelText(piece) ?? []);
  const whole = numbers.find((number) => number.length >= WHOLE_NUMBER);
  if (whole !== undefined) return whole;
  // 090/1234/5678: the marks are within one number.
  const joined = normaliseTelText(plain.replace(/[/・]/g, ""));
  return joined !== undefined && /^0\d{9,10}$/.test(joined) ? joined : numbers[0];
}

function telDigits(plain: string): string | undefined {
  // Nearly all numbers of a file.
  if (/^0[1-9]\d{8,9}$/.test(plain)) return plain;
  if (!/^\+?\d{3,17}$/.test(plain)) return undefined;
  const japanese = JAPAN_ABROAD.exec(plain)?.[1];
  if (japanese !== undefined) return `+81${plain.startsWith("+") ? japanese : japanese.replace(/^0/, "")}`;
  if (plain.startsWith("+0")) return telDigits(plain.slice(1));
  return plain.replace(OTHER_COUNTRY, "+");
}

/** Japanese postcodes as 123-4567; any other text (guests from abroad) trimmed and NFKC. */
export function normalisePostcode(text: string): string {
  const plain = normaliseText(text).replace(/^〒 ?/, "");
  const digits = plain.replace(HYPHENS, "").replaceAll(" ", "");
  return /^\d{7}$/.test(digits) ? `${digits.slice(0, 3)}-${digits.slice(3)}` : plain.toUpperCase();
}
