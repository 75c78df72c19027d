import { normaliseCode } from "@okaeri/domain/codes";
import { withoutLongVowels } from "@okaeri/domain/customers/long-vowels";
import { normaliseKana, normaliseTelText, normaliseText } from "@okaeri/domain/normalise";
import { type RawBuilder, sql } from "kysely";
import { toKatakana } from "wanakana";
import type { Scope } from "../../session/scope.ts";

const LAST_CHARACTER = "\u{10ffff}";
/** From this length on a reservation code is searched by its prefix; a shorter term must be the whole code. */
const PREFIX_LENGTH = 5;

/** Conditions on `customers c` for what was typed, or null when nothing was. */
export function searchCondition(scope: Scope, typed: string | undefined): RawBuilder<boolean> | null {
  return eachWord(typed, ({ texts, codes }) => [
    ...texts.map((text) => sql<boolean>`customer.search_text like ${patternOf(text)}`),
    ...(codes.length > 0 ? [sql<boolean>`customer.id = any (${customersByCode(scope, codes)})`] : []),
  ]);
}

/** The same words looked for in texts of few rows, as `customer_search_text()` writes them, and in a reservation's code. */
export function searchIn(
  typed: string,
  texts: readonly RawBuilder<unknown>[],
  code: RawBuilder<unknown>,
): RawBuilder<boolean> | null {
  return eachWord(typed, (word) => {
    const patterns = sql`array[${sql.join(word.texts.map(patternOf))}]`;
    return [
      ...texts.map((text) => sql<boolean>`${text} like any (${patterns})`),
      ...word.codes.slice(0, 1).map((one) => sql<boolean>`lower(${code}) like ${`%${escapeLike(one.toLowerCase())}%`}`),
    ];
  });
}

function eachWord(
  typed: string | undefined,
  ways: (word: SearchWord) => RawBuilder<boolean>[],
): RawBuilder<boolean> | null {
  const words = searchWords(typed ?? "").map((word) => sql`(${sql.join(ways(word), sql` or `)})`);
  return words.length === 0 ? null : sql<boolean>`${sql.join(words, sql` and `)}`;
}

/** The beginning of `search_text` of everybody whose name begins so, in any variants. */
export const nameStart = (name: string | null): RawBuilder<string> =>
  sql`translate(search_words(${name}), '%\\', '__') || '%'`;

/** Names go through the function that wrote the column, so that every variant of a kanji is found (`customer_search_text`). */
function patternOf({ text, at }: SearchText): RawBuilder<string> {
  if (at === "latin") return sql`${`%${escapeLike(text)}%`}`;
  if (at === "latin_start") return sql`${`% ${escapeLike(text)}%`}`;
  // Without the letters that begin a name, or that begin a part of it. What LIKE would read as its own stands for any one character.
  if (at === "whole") return sql`'%ǂ' || translate(substr(search_words(${text}), 3), '%\\', '__') || 'ǂ%'`;
  return sql`'%' || translate(substr(search_words(${text}), ${at === "start" ? 2 : 3}::int), '%\\', '__') || '%'`;
}

/**
 * Representatives of the reservations with these codes, from the unique index of the codes. A person who knows a whole code has it from the
 * guest, who may have booked at a sister facility; a prefix is searched at the person's own facilities only, or it would reveal who else
 * stays there.
 */
function customersByCode(scope: Scope, codes: readonly string[]): RawBuilder<number[]> {
  // A range on the code and not LIKE: it is an index condition under row-level security, whatever the server's settings.
  const begins = codes
    .filter((code) => code.length >= PREFIX_LENGTH)
    .map(
      (code) =>
        sql`(reservation.original_reservation_code >= ${code} and reservation.original_reservation_code < ${code + LAST_CHARACTER})`,
    );
  const facilities = sql`array(select account.id from accounts account where account.programme_account_id = ${scope.accountId})`;
  const found = [
    reservations(scope, facilities, sql`reservation.original_reservation_code = any (${codes}::text[])`),
    ...begins.map((begin) =>
      reservations(scope, scope.facilityIds === null ? facilities : sql`${scope.facilityIds}::bigint[]`, begin),
    ),
  ];
  return sql<number[]>`array(${sql.join(found, sql` union all `)})`;
}

function reservations(scope: Scope, facilities: RawBuilder<unknown>, code: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select reservation.customer_id
    from stay_reservations reservation
    where reservation.account_id = ${scope.accountId} and reservation.facility_account_id = any (${facilities})
      and reservation.code_space = any ('{none,dynalution,s4}') and ${code}`;
}

/**
 * One text that a word of the search may be found as. `anywhere`: within a name; `start`: from the start of one of a name's parts; `whole`:
 * as all of its parts written as one; `latin`: within a Latin word, an address or a number; `latin_start`: from the start of one.
 */
export type SearchText = {
  readonly text: string;
  readonly at: "anywhere" | "start" | "whole" | "latin" | "latin_start";
};

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

/** A code is found however its hyphens were typed; a name is looked for as it was typed, too. */
function wordOf(word: string, isAlone: boolean): SearchWord {
  const found = wordAsTyped(word, isAlone);
  const code = normaliseCode(word);
  if (code === word || ASIAN.test(code)) return found;
  const folded = wordAsTyped(code, isAlone);
  return { texts: [...found.texts, ...folded.texts], codes: [...new Set([...found.codes, ...folded.codes])] };
}

function wordAsTyped(word: string, isAlone: boolean): SearchWord {
  if (KANA.test(word)) return { texts: readingTexts([normaliseKana(word)], [normaliseKana(word)]), codes: [] };
  if (!ASIAN.test(word)) return latinWord(word, normaliseTelText(word));
  // 姓 and 名 are stored with a space between them and often typed without one.
  const texts = [word, ...nameSplits(word)].map((text): SearchText => ({ text, at: "anywhere" }));
  if (isAlone && SHORT_NAME.test(word)) texts.push({ text: [...word].join(" "), at: "start" });
  return { texts, codes: [] };
}

function latinWord(word: string, tel: string | undefined): SearchWord {
  const text = word.toLowerCase();
  const texts = latinTexts(text);
  if (tel !== undefined && tel !== text) texts.push({ text: tel, at: "latin" });
  texts.push(...kanaOf(text));
  // Seiichi finds a guest who is registered as Seichi, and the other way round.
  const short = withoutLongVowels(text);
  if (/^[a-z]{3,}$/.test(short) && short !== text) texts.push({ text: short, at: "latin_start" });
  return { texts, codes: codesOf(word) };
}

/**
 * One or two letters hold no three in a row, which is what the index knows; from the start of a word they do. A word that reads as Japanese
 * to its end is a name, and begins a word or a part of an address: ohara is not found in kiyohara@.
 */
function latinTexts(text: string): SearchText[] {
  if (/^[\p{L}\p{N}]{1,2}$/u.test(text)) return [{ text, at: "latin_start" }];
  if (!isReading(text)) return [text, ...otherHyphen(text)].map((one) => ({ text: one, at: "latin" }));
  const parts = [".", "_", "-"].map((mark): SearchText => ({ text: mark + text, at: "latin" }));
  return [{ text, at: "latin_start" }, ...parts];
}

/** A full name has two kana at the least. */
function readingTexts(starts: readonly string[], wholes: readonly string[]): SearchText[] {
  return [
    ...starts.map((text): SearchText => ({ text, at: "start" })),
    ...wholes.flatMap((text): SearchText[] => ([...text].length < 2 ? [] : [{ text, at: "whole" }])),
  ];
}

/** A member number is printed with a hyphen after its letters and typed without, or the other way round. */
function otherHyphen(text: string): string[] {
  const [, characters, hyphen, digits] = /^([a-z]{1,6})(-?)(\d{2,12})$/.exec(text) ?? [];
  return characters === undefined ? [] : [`${characters}${hyphen === "" ? "-" : ""}${digits}`];
}

/** Letters whose vowel is still to be typed. No other end of a word is Japanese: "kept" is not ケ. */
const UNFINISHED = /(?:([b-df-hj-mp-tv-z])\1|[b-df-hj-np-tv-z]y?|[sc]h|ts|['-])$/;

/** How many readings of one word are looked for: each is one more look into the index. */
const MAX_READINGS = 16;
/** So many letters may be a full name: onokyoko. */
const FULL_NAME = 8;
const MAX_FULL_NAMES = 4;

/**
 * The kana that these Latin letters may spell. An n before a vowel may be either: kenichi is ケニチ or, as people write it, ケンイチ. Most
 * people leave out what makes a vowel long: kyoko is キョコ or キョウコ, seichi セイチ or セイイチ.
 */
function kanaOf(text: string): SearchText[] {
  const characters = plainRomaji(text);
  if (!ROMAJI.test(characters.replaceAll(LONG, ""))) return [];
  const spellings = [...new Set([characters, characters.replace(/n(?=[aiueoy])/g, "n'")])];
  const kana = spellings.map((one) => one.split(LONG).map(toKana).join(LONG));
  const readings = kana.flatMap(readingsOf).sort((a, b) => a.added - b.added);
  const starts = [...new Set(readings.map(({ text }) => text))].filter((one) => KANA.test(one)).slice(0, MAX_READINGS);
  // A whole name ends with the word, and may end with a long vowel.
  const wholes =
    characters.length < FULL_NAME ? [] : starts.flatMap((one) => [one, ...endings(one)]).slice(0, MAX_FULL_NAMES);
  return readingTexts(starts, wholes);
}

/** Nothing is left over when the letters are read as kana. */
function isReading(text: string): boolean {
  const characters = plainRomaji(text).replaceAll(LONG, "");
  return ROMAJI.test(characters) && KANA.test(toKatakana(characters));
}

const toKana = (characters: string) => toKatakana(characters).replace(UNFINISHED, "");

/** Stands behind a vowel that was written as a long one and whose second kana is not known. */
const LONG = ":";

/** Spellings of passports, signs and timetables as the one that wanakana reads: ōno, ôno, ohno, oono; homma, namba, hatchobori. */
function plainRomaji(text: string): string {
  return text
    .normalize("NFD")
    .replace(/o[\u0302\u0304]|oh(?![aiueo])|oo/g, `o${LONG}`)
    .replace(/e[\u0302\u0304]/g, "ei")
    .replace(/([aiu])[\u0302\u0304]/g, "$1$1")
    .replace(/m(?=[bmp])/g, "n")
    .replace(/tch/g, "cch")
    .normalize("NFC");
}

const O_ROW = /[オコゴソゾトドノホボポモョヨロ]/;
/** 大 オオ, 郡 コオリ, 遠 トオ, 朴 ホオ: after the others a long o is always written ウ. */
const O_AFTER = /[オコトホ]/;
const LONG_U = /[ウクグスズツヌブフムユュル]/;
const LONG_I = /[イキギシジチニヒビミリ]/;

/** What may make the vowel of a kana long. */
function lengthsOf(kana: string): string[] {
  if (O_ROW.test(kana)) return O_AFTER.test(kana) ? ["ウ", "オ"] : ["ウ"];
  if (LONG_I.test(kana)) return ["イ"];
  return LONG_U.test(kana) ? ["ウ"] : [];
}

/** ヤマダタロ, whose last vowel may be long: given names end in ウ then. */
const endings = (reading: string) => (lengthsOf(reading.at(-1) ?? "").includes("ウ") ? [`${reading}ウ`] : []);

/** `added`: how many long vowels the letters do not show. */
type Reading = { text: string; added: number };

/** The reading with long vowels wherever there may be some, those with the fewest first. The last kana needs none: what follows is open. */
function readingsOf(kana: string): Reading[] {
  const characters = [...kana];
  let readings: Reading[] = [{ text: "", added: 0 }];
  for (const [at, character] of characters.entries()) {
    if (character === LONG) continue;
    const next = characters[at + 1];
    const plain = [{ text: character, added: 0 }];
    // A small kana after it says another vowel: シュ is not シイュ. What is long already is not made longer.
    const isOpen =
      next !== undefined &&
      !/[ウンーャュョァィェォ]/.test(next) &&
      !(next === "イ" && LONG_I.test(character)) &&
      !isSecond(characters, at);
    const long = isOpen ? lengthsOf(character).map((length) => ({ text: character + length, added: 1 })) : [];
    const written = ["オ", "ウ"].map((length) => ({ text: character + length, added: 0 }));
    const ways = next === LONG ? written : [...plain, ...long];
    readings = readings
      .flatMap((one) => ways.map((way) => ({ text: one.text + way.text, added: one.added + way.added })))
      .sort((a, b) => a.added - b.added)
      .slice(0, MAX_READINGS);
  }
  return readings;
}

/** The second kana of a vowel that is written out as a long one. */
const isSecond = (characters: readonly string[], at: number) =>
  at > 0 && lengthsOf(characters[at - 1] ?? "").includes(characters[at] ?? "");

function nameSplits(text: string): string[] {
  if (!NAME.test(text)) return [];
  const characters = [...text];
  return characters
    .slice(1)
    .map((_, at) => `${characters.slice(0, at + 1).join("")} ${characters.slice(at + 1).join("")}`);
}

function codesOf(word: string): string[] {
  if (!/^[A-Za-z0-9][A-Za-z0-9_/-]{0,59}$/.test(word)) return [];
  return [...new Set([word, word.toUpperCase()])];
}

/** The text as it stands literally inside a LIKE pattern (quality Q04). */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
