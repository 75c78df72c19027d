import { normaliseKana } from "../normalise.ts";
import { kanjiVariants } from "./kanji-variants.ts";
import { withoutLongVowels } from "./long-vowels.ts";

/** A name in the form in which two people's are compared: 斎藤 is 齊藤, Seiichi is SEICHI, and the space between the names says nothing. */
export function nameKey(name: string): string {
  const variants = kanjiVariants();
  const plain = [...normaliseKana(name)].map((letter) => variants.get(letter) ?? letter).join("");
  return withoutLongVowels(plain).replace(/[ ・]/g, "");
}
