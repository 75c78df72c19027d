import type { Language } from "../errors.ts";

export type TextByLanguage = Record<Language, string>;
/** How a code is worded: a text, or a text made from what the code is about. Both languages are made from the same. */
// biome-ignore lint/suspicious/noExplicitAny: parameters differ from entry to entry; ProblemOf names each entry's own
export type Entry = TextByLanguage | ((about: any) => TextByLanguage);

/** A place in a text of several lines, both from 1. */
export type TextPlace = { line: number; character: number };

type AboutOf<E> = E extends (about: infer About) => TextByLanguage ? About : object;
/** The codes that can stand alone. */
type PlainCode<Table> = {
  [Code in keyof Table & string]: object extends AboutOf<Table[Code]> ? Code : never;
}[keyof Table & string];
type WithAbout<Table> = { [Code in keyof Table & string]: { code: Code } & AboutOf<Table[Code]> }[keyof Table & string];

/** The codes of a table, each with what it is about; in a long text also where. */
export type ProblemOf<Table extends Record<string, Entry>> = ({ code: PlainCode<Table> } | WithAbout<Table>) & {
  at?: TextPlace;
};

/** One sentence about a problem, in the person's language. */
export function worded<Table extends Record<string, Entry>>(
  table: Table,
  problem: { code: string; at?: TextPlace },
  language: Language,
): string {
  const entry = table[problem.code];
  if (entry === undefined) throw new Error(`no words for ${problem.code}`);
  const text = (typeof entry === "function" ? entry(problem) : entry)[language];
  if (problem.at === undefined) return text;
  const { line, character } = problem.at;
  return language === "ja"
    ? `${text} (${line}行目の${character}文字目)`
    : `${text} (line ${line}, character ${character})`;
}
