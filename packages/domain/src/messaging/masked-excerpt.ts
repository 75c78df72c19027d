import { storableText } from "../storable-text.ts";

/** Longest excerpt, and the part of a text that is looked at, in UTF-16 units. */
const MAX_CHARACTERS = 300;
const MOST_READ = 4_000;

export const MASKED_ADDRESS = "***@***";
const MASKED = "***";

/**
 * The beginning of a report's text without what identifies a person: mail addresses, telephone numbers, long tokens and query strings.
 * Fullwidth letters become plain ones, control characters and line breaks become spaces.
 * @param known Names, addresses and numbers of the guest that the report is about, masked wherever they occur.
 */
export function maskedExcerpt(text: string, known: readonly string[] = []): string {
  const flat = wholeWords(text)
    .normalize("NFKC")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
  const masked = [...known]
    .sort((a, b) => b.length - a.length)
    .reduce((excerpt, word) => excerpt.replace(patternOf(word), MASKED), flat.replace(ADDRESS, MASKED_ADDRESS))
    .replace(/(https?:\/\/[^\s?#]{1,300})[?#]\S+/gi, `$1?${MASKED}`)
    .replace(TOKEN, (token) => (/\d/.test(token) ? MASKED : token))
    .replace(DIGITS, MASKED);
  return storableText(masked.slice(0, MAX_CHARACTERS)).trim();
}

/** The examined part, without a word cut in half: half of an address would not be recognised. */
function wholeWords(text: string): string {
  if (text.length <= MOST_READ) return text;
  return text.slice(0, MOST_READ).replace(/\S{1,300}$/, "");
}

/** Written with @, or as forms and reports encode it. */
const ADDRESS =
  /(?:"[^"]{1,100}"|[^\s<>()[\]"',;:@]{1,256}) ?(?:@|%40|=40|&#64;|\(at\)|\[at\]) ?[^\s<>()[\]"',;:]{1,256}/gi;
/** Seven digits or more, with what people write between them. Dots part IP addresses and versions, so they count only as `03.1234.5678`. */
const DIGITS = /(?<![\d.])(?:\+?\d(?:[ ()-]{0,2}\d){6,}|\d{2,4}\.\d{3,4}\.\d{4}(?!\.?\d))/g;
/** Ids and keys: 20 characters or more in one piece, with a digit. */
const TOKEN = /[\w+/=~-]{20,}/g;

/** A word with any spacing. Next to Latin letters or digits it is part of another word. */
function patternOf(word: string): RegExp {
  const characters = [...word.normalize("NFKC").replace(/\s/g, "")];
  const edge = (character: string | undefined, pattern: string) => (/[a-z0-9]/i.test(character ?? "") ? pattern : "");
  const body = characters.map((character) => character.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&")).join("\\s*");
  return new RegExp(`${edge(characters[0], "(?<![a-z0-9])")}${body}${edge(characters.at(-1), "(?![a-z0-9])")}`, "gi");
}

const MOST_CODES = 5;

/** Reply codes and enhanced status codes in a text, each once. */
export function statusCodesIn(text: string): string[] {
  const found = text.slice(0, MOST_READ * 2).match(/(?<![\d.:])(?:[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)|[45]\d\d(?=[ -]))/g);
  return [...new Set(found)].slice(0, MOST_CODES);
}
