import type { Reaction } from "@okaeri/domain/pushes/reactions";
import type { Language } from "../../errors.ts";

/**
 * What came of a campaign's sends, in guests: everybody whom a send means falls under one of the others, so that they add up. Over several
 * sends a guest counts once for each.
 */
export const SEND_FIGURES = [
  "targets",
  "reached",
  "benefits_only",
  "omitted",
  "failed",
  "unknown",
  "waiting",
  "called_off",
] as const;
export type SendFigure = (typeof SEND_FIGURES)[number];

/** What the figures are called on every page and in every file; `targets_of_sends`: of several sends together. */
export const FIGURE_WORDS: Record<SendFigure | Reaction | "targets_of_sends", Record<Language, string>> = {
  targets: { ja: "対象", en: "Targeted" },
  targets_of_sends: { ja: "対象(延べ)", en: "Targeted (total)" },
  reached: { ja: "届いた", en: "Reached" },
  benefits_only: { ja: "特典だけ", en: "Benefits only" },
  omitted: { ja: "対象外", en: "Left out" },
  failed: { ja: "届かなかった", en: "Not delivered" },
  unknown: { ja: "結果不明", en: "Unknown" },
  waiting: { ja: "これから", en: "Still to come" },
  called_off: { ja: "取りやめ", en: "Called off" },
  opened: { ja: "開封", en: "Opened" },
  machine_opened: { ja: "自動の開封", en: "Opened by machines" },
  clicked: { ja: "クリック", en: "Clicked" },
  unsubscribed: { ja: "配信停止", en: "Unsubscribed" },
  bounced: { ja: "戻ってきた", en: "Bounced" },
  complained: { ja: "迷惑メールの報告", en: "Spam reports" },
};

/** The same in one language. */
export function figureWords(language: Language): Record<keyof typeof FIGURE_WORDS, string> {
  const words = Object.entries(FIGURE_WORDS).map(([name, word]) => [name, word[language]]);
  return Object.fromEntries(words) as Record<keyof typeof FIGURE_WORDS, string>;
}
