import type { Language } from "@okaeri/contract/errors";
import { STATE_LABELS } from "@okaeri/contract/problems/import-labels";
import { codeWords } from "@okaeri/domain/stays/code-synonyms";
import { FIELDS_OF_KIND, type ImportField, type ImportKind } from "@okaeri/domain/stays/import-fields";
import { type KnownWords, WORD_FIELDS } from "./scan-file.ts";

/** What a word of a file can be matched to: what is sent, and how it is called. */
export type WordChoice = { value: string; label: string };

/** By field: the product's own words, or those of the account. */
export function wordChoices(
  kind: ImportKind,
  known: KnownWords,
  language: Language,
): Partial<Record<ImportField, WordChoice[]>> {
  const fields = WORD_FIELDS.filter((field) => FIELDS_OF_KIND[kind].includes(field));
  const choices = fields.map((field) => [field, choicesOf(known[field] ?? codeWords(field), language)] as const);
  const named = ({ value, label }: WordChoice) => ({ value, label: STATE_LABELS[value]?.[language] ?? label });
  return Object.fromEntries(choices.map(([field, own]) => [field, field === "state" ? own.map(named) : own]));
}

/** One choice for each meaning: the first word that means it in the reader's language. */
function choicesOf(words: ReadonlyMap<string, unknown> | undefined, language: Language): WordChoice[] {
  const byMeaning = Map.groupBy([...(words ?? [])], ([, meaning]) => meaning);
  return [...byMeaning.values()].flatMap((alike) => {
    const names = alike.map(([word]) => word);
    const [value] = names;
    if (value === undefined) return [];
    const isAscii = (name: string) => /^[ -~]+$/.test(name);
    const label = language === "en" ? names.find(isAscii) : names.find((name) => !isAscii(name));
    return [{ value, label: (label ?? value).replaceAll("_", " ") }];
  });
}
