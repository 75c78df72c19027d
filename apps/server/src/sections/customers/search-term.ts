import { normaliseKana, normaliseTelText, normaliseText } from "@okaeri/domain/normalise";
import { toKatakana } from "wanakana";

/**
 * One text that a word of the search may be found as. `anywhere`: within a name; `start`: from the start of a name or of one of its parts;
 * `latin`: within a Latin word, an address or a number; `latin_start`: from the start of one.
 */
export type SearchText = { readonly text: string; readonly at: "anywhere" | "start" | "latin" | "latin_start" };

/** One word of what was typed: a hit has any of its texts, or a reservation with any of its codes. */
export type SearchWord = { readonly texts: readonly SearchText[]; readonly codes: readonly string[] };

const MAX_WORDS = 8;
const KANA = /^[ぁ-ゖゝゞァ-ヺー・]+$/;
const ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]/u;
const NAME = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]{3,8}$/u;
/** 林 優: the first must be a whole 姓, or two characters would be found across every name. */
const SHORT_NAME = /^[\p{Script=Han}々]{2}$/u;
const ROMAJI = /^[a-z]['a-z-]{0,30}$/;

/** The words of a search; a hit has all of them, in any order. Empty when nothing but white space was typed. */
export function searchWords(typed: string): SearchWord[] {
  const text = normaliseText(typed);
  if (text === "") return [];
  // A telephone number is one word however it is grouped.
  const tel = normaliseTelText(text);
  if (tel !== undefined) return [latinWord(text.replaceAll(" ", ""), tel)];
  const words = [...new Set(text.split(" "))].slice(0, MAX_WORDS);
  return words.map((word) => wordOf(word, words.length === 1));
}

function wordOf(word: string, isAlone: boolean): SearchWord {
  if (KANA.test(word)) return { texts: [{ text: normaliseKana(word), at: "start" }], codes: [] };
  if (!ASIAN.test(word)) return latinWord(word, normaliseTelText(word));
  // 姓 and 名 are stored with a space between them and often typed without one.
  const texts = [word, ...nameSplits(word)].map((text): SearchText => ({ text, at: "anywhere" }));
  if (isAlone && SHORT_NAME.test(word)) texts.push({ text: [...word].join(" "), at: "start" });
  return { texts, codes: [] };
}

function latinWord(word: string, tel: string | undefined): SearchWord {
  const text = word.toLowerCase();
  // One or two letters hold no three in a row, which is what the index knows; from the start of a word they do.
  const at = /^[\p{L}\p{N}]{1,2}$/u.test(text) ? "latin_start" : "latin";
  const texts: SearchText[] = [text, ...otherHyphen(text)].map((one) => ({ text: one, at }));
  if (tel !== undefined && tel !== text) texts.push({ text: tel, at: "latin" });
  texts.push(...kanaOf(text).map((kana): SearchText => ({ text: kana, at: "start" })));
  return { texts, codes: codesOf(word) };
}

/** A member number is printed with a hyphen after its letters and typed without, or the other way round. */
function otherHyphen(text: string): string[] {
  const [, letters, hyphen, digits] = /^([a-z]{1,6})(-?)(\d{2,12})$/.exec(text) ?? [];
  return letters === undefined ? [] : [`${letters}${hyphen === "" ? "-" : ""}${digits}`];
}

/** Letters whose vowel is still to be typed. No other end of a word is Japanese: "kept" is not ケ. */
const UNFINISHED = /(?:([b-df-hj-mp-tv-z])\1|[b-df-hj-np-tv-z]y?|[sc]h|ts|['-])$/;

/** The kana that these Latin letters spell. An n before a vowel may be either: kenichi is ケニチ or, as people write it, ケンイチ. */
function kanaOf(text: string): string[] {
  if (!ROMAJI.test(text)) return [];
  const spellings = [text, text.replace(/n(?=[aiueoy])/g, "n'")];
  return [...new Set(spellings.map((one) => toKatakana(one).replace(UNFINISHED, "")))].filter((one) => KANA.test(one));
}

function nameSplits(text: string): string[] {
  if (!NAME.test(text)) return [];
  const letters = [...text];
  return letters.slice(1).map((_, at) => `${letters.slice(0, at + 1).join("")} ${letters.slice(at + 1).join("")}`);
}

function codesOf(word: string): string[] {
  if (!/^[A-Za-z0-9][A-Za-z0-9_/-]{0,59}$/.test(word)) return [];
  return [...new Set([word, word.toUpperCase()])];
}

/** The text as it stands literally inside a LIKE pattern (quality Q04). */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
