import { type Problem, problemText } from "@okaeri/contract/problems/problems";
import { useTranslation } from "react-i18next";
import type { Locale } from "./locales.ts";

/** Words a problem as the server would: what a form finds itself is said like what it is told. */
export function useProblemText(): (problem: Problem) => string {
  const { i18n } = useTranslation();
  return (problem) => problemText(problem, i18n.language as Locale);
}
