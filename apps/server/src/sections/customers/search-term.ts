import { normaliseKana, normaliseTelText, normaliseText } from "@okaeri/domain/normalise";

/**
 * One text that a word of the search may be found as.
 * `short`: the text holds no three letters in a row, so only the spaced column has whole trigrams for it.
 */
export type SearchText = { readonly text: string; readonly short: boolean };

/** One word of what was typed: a hit has any of its texts, or a reservation with any of its codes. */
export type SearchWord = {
  readonly texts: readonly SearchText[];
  readonly codes: readonly { readonly value: string; readonly prefix: boolean }[];
};

const MAX_WORDS = 8;
/** From here on a reservation code is looked up by its beginning; a shorter term must be the whole code. */
const PREFIX_LENGTH = 5;
const KANA_OR_HAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]{3,8}$/u;

/** The words of a search; a hit has all of them, in any order. Empty when nothing but white space was typed. */
export function searchWords(typed: string): SearchWord[] {
  const text = normaliseText(typed);
  if (text === "") return [];
  // A telephone number is one word however it is grouped.
  if (normaliseTelText(text) !== undefined) return [wordOf(text)];
  const words = [...new Set(text.split(" "))];
  const rest = words.slice(MAX_WORDS - 1).join(" ");
  return [...words.slice(0, MAX_WORDS - 1), rest].filter((word) => word !== "").map(wordOf);
}

function wordOf(word: string): SearchWord {
  const texts = new Set([word.toLowerCase()]);
  // Kana names are kept in katakana; a name itself may be written in hiragana.
  if (/[ぁ-ゖ]/.test(word)) texts.add(normaliseKana(word).toLowerCase());
  const tel = normaliseTelText(word);
  if (tel !== undefined) texts.add(tel);
  // 姓 and 名 are stored with a space between them and often typed without one.
  for (const text of [...texts]) for (const split of nameSplits(text)) texts.add(split);
  return { texts: [...texts].map((text) => ({ text, short: !/[\p{L}\p{N}]{3}/u.test(text) })), codes: codesOf(word) };
}

function nameSplits(text: string): string[] {
  if (!KANA_OR_HAN.test(text)) return [];
  const letters = [...text];
  return letters.slice(1).map((_, at) => `${letters.slice(0, at + 1).join("")} ${letters.slice(at + 1).join("")}`);
}

function codesOf(word: string): SearchWord["codes"] {
  if (!/^[A-Za-z0-9][A-Za-z0-9_/-]{0,59}$/.test(word)) return [];
  const prefix = word.length >= PREFIX_LENGTH;
  return [...new Set([word, word.toUpperCase()])].map((value) => ({ value, prefix }));
}

/** The text as it stands literally inside a LIKE pattern (quality Q04). */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
