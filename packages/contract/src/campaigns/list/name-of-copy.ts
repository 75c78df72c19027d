import type { Language } from "../../errors.ts";
import { MAX_CAMPAIGN_NAME } from "../document.ts";

const COPY: Record<Language, string> = { ja: "のコピー", en: " (copy)" };

/** What a copy is called: as much of the name as there is room for. A draft without one stays so. */
export function nameOfCopy(name: string, language: Language): string {
  const end = COPY[language];
  return name === "" ? "" : `${[...name].slice(0, MAX_CAMPAIGN_NAME - end.length).join("")}${end}`;
}
