import type { TFunction } from "i18next";
import type { Problem } from "./draft-problems.ts";

/** What a problem says: the server's own words, or those of its code with the place in the text. */
export function problemWords(t: TFunction<"campaigns">, problem: Problem): string {
  if (problem.message !== undefined) return problem.message;
  const text = t(`problem.${problem.code}` as "problem.required", { defaultValue: t("problem.other") });
  if (problem.at === undefined) return text;
  return t(problem.name ? "problem.namedAt" : "problem.at", { text, name: problem.name, ...problem.at });
}
