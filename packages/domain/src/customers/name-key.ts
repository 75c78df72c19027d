import { normaliseKana } from "../normalise.ts";
import { kanjiVariants } from "./kanji-variants.ts";
import { withoutLongVowels } from "./long-vowels.ts";

/** A name in the form in which two people's are compared: 斎藤 is 齊藤, Seiichi is SEICHI, and the space between the names says nothing. */
export function nameKey(name: string): string {
  const variants = kanjiVariants();
  const plain = [...normaliseKana(name)].map((character) => variants.get(character) ?? character).join("");
  return withoutLongVowels(plain).replace(/[ ・]/g, "");
}

/** A dash or a dot is what a system writes for a guest whose name it does not know. */
export const saysAName = (name: string): boolean => /[\p{L}\p{N}]/u.test(name);

/** Whether a booking's guest is called the same, by one system with a space or a 様 and by another without. */
export function isOneName(a: string, b: string): boolean {
  return a === b || ofGuest(a) === ofGuest(b);
}
const ofGuest = (name: string) => nameKey(name).replace(/様$/, "");
