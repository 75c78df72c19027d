import { normaliseKana } from "../normalise.ts";
import { nameKey, saysAName } from "./name-key.ts";

/** An address that guests with this many different family names use is an agency's or an office's (product §4). */
export const FAMILY_NAMES_OF_AGENCY = 4;

type Script = "kanji" | "kana" | "latin";
/** Family names in one script: the name, and a maiden name in brackets. Of a Latin name all words, because their order is not known. */
type Written = { keys: readonly string[]; isOneWord: boolean };
/** A person's family name in each script in which the person is known. */
export type FamilyName = Readonly<Partial<Record<Script, Written>>>;

type Named = { readonly name: string; readonly name_kana: string | null };

/** Returns null for a guest without a name. */
export function familyNameOf(person: Named): FamilyName | null {
  const written = [person.name_kana ?? "", person.name].flatMap(writtenName);
  return written.length === 0 ? null : Object.fromEntries(written);
}

/**
 * Whether two names certainly belong to two families. Names that share one spelling, and names in scripts that cannot be compared, may
 * belong to one family.
 */
export function areDifferentFamilies(a: FamilyName, b: FamilyName): boolean {
  const results = SCRIPTS.flatMap((script) => {
    const [one, other] = [a[script], b[script]];
    return one && other ? [compareWritten(one, other)] : [];
  });
  return results.includes("different") && !results.includes("same");
}

/**
 * The people who use one mail address. More people never make an agency's address a guest's again. Names are parsed only once there are
 * enough of them to matter, because almost every address has one or two.
 */
export class FamilyNames {
  readonly #seen = new Set<string>();
  readonly #unparsed: Named[] = [];
  readonly #families = new Map<string, FamilyName>();
  #isAgency = false;

  add(person: Named): void {
    const key = keyOf(person);
    if (this.#isAgency || this.#seen.has(key)) return;
    this.#isAgency = this.isAgencyWith(person);
    this.#seen.add(key);
    this.#unparsed.push(person);
  }

  get isAgency(): boolean {
    return this.#isAgency;
  }

  /** Whether the address is an agency's once this person uses it too. */
  isAgencyWith(person: Named): boolean {
    if (this.#isAgency) return true;
    const others = FAMILY_NAMES_OF_AGENCY - 1;
    if (this.#seen.size < others || this.#seen.has(keyOf(person))) return false;
    const name = familyNameOf(person);
    if (name === null) return false;
    const different = this.#parsed().filter((one) => areDifferentFamilies(one, name));
    return haveDifferentFamilies(different, others);
  }

  #parsed(): FamilyName[] {
    for (const person of this.#unparsed.splice(0)) {
      const name = familyNameOf(person);
      if (name) this.#families.set(JSON.stringify(name), name);
    }
    return [...this.#families.values()];
  }
}

const keyOf = ({ name, name_kana }: Named) => `${name}\n${name_kana ?? ""}`;

/** Whether `count` of the names differ from each other, all of them. */
function haveDifferentFamilies(names: readonly FamilyName[], count: number): boolean {
  if (count === 0) return true;
  if (names.length < count) return false;
  return names.some((name, at) =>
    haveDifferentFamilies(
      names.slice(at + 1).filter((other) => areDifferentFamilies(name, other)),
      count - 1,
    ),
  );
}

const SCRIPTS: readonly Script[] = ["kanji", "kana", "latin"];
const TITLES = new Set(["mr", "mrs", "ms", "miss", "dr", "prof"]);
/** Words that systems write for guests without a known name, some with a number; in katakana, as normaliseKana leaves them. */
const NO_NAME =
  /^(?:予約者|宿泊者|代表者?|同[伴行宿]者|同室者|本人|大人|子供|子ドモ|コドモ|小人|小学生|幼児|乳児|男性|女性|ゲスト|オ?客様?|未定|未登録|未入力|不明|名無シ|ナシ|同上|guest|adult|child|infant|tba|tbd|unknown|no ?name|n\/a)?[ #-]*\d*$/i;
/** Additions to the name of a booking: a form of address, and the number of companions. */
const ADDITIONS = /(?:御一行|ゴ一行|(?:他|ホカ)\s*\d*\s*名)?\s*(?:様|サマ)?$/;

/** A name in one script, as an entry by script; empty when it contains no name. */
function writtenName(text: string): [Script, Written][] {
  const plain = normaliseKana(text).replace(ADDITIONS, "");
  const maiden = [...plain.matchAll(/\((旧姓)?[\s:]*([^)]*)\)/g)].flatMap(([, isMaiden, inside], at, all) =>
    isMaiden || followsFamilyName(plain, all[at]?.index ?? 0) ? [nameKey(inside ?? "")] : [],
  );
  const words = plain
    .replace(/\([^)]*\)/g, "")
    .split(/[\s・,/、=]+/)
    .filter((word) => !NO_NAME.test(word))
    .map((word) => nameKey(word).replace(/[.'’-]/g, ""))
    .filter((word) => saysAName(word) && !TITLES.has(word));
  const [first] = words;
  if (first === undefined) return [];
  const script = scriptOf(first);
  const own = script === "latin" ? words.filter((word) => word.length > 1 || words.length === 1) : [first];
  const keys = [...new Set([...own, ...maiden.filter(saysAName)])].sort();
  return keys.length === 0 ? [] : [[script, { keys, isOneWord: words.length === 1 }]];
}

const followsFamilyName = (plain: string, at: number) => !/[\s・]/.test(plain.slice(0, at).trim());

function scriptOf(word: string): Script {
  if (/^[ァ-ヺーヽヾ]+$/.test(word)) return "kana";
  return /^[\p{Script=Latin}\p{N}]+$/u.test(word) ? "latin" : "kanji";
}

/** A name written as one word begins with the family name; where that ends is not known. */
function compareWritten(a: Written, b: Written): "same" | "different" | "unknown" {
  if (a.keys.some((key) => b.keys.includes(key))) return "same";
  if (!a.isOneWord && !b.isOneWord) return "different";
  const mayBeginAlike = a.keys.some((one) => b.keys.some((other) => mayBeOneFamily([one, a], [other, b])));
  return mayBeginAlike ? "unknown" : "different";
}

function mayBeOneFamily([one, a]: [string, Written], [other, b]: [string, Written]): boolean {
  if (a.isOneWord && b.isOneWord) return [...one][0] === [...other][0];
  return one.startsWith(other) || other.startsWith(one);
}
