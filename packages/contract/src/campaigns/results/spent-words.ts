import type { Language } from "../../errors.ts";

/** What guests got of a campaign to use, what they used of it, and what that cost in yen (docs/adr/0562). */
export const SPENT = ["coupons_given", "coupons_used", "points_used", "cost"] as const;
export type Spent = (typeof SPENT)[number];

/** What they are called on every page and in every file. */
export const SPENT_WORDS: Record<Spent, Record<Language, string>> = {
  coupons_given: { ja: "渡したクーポン", en: "Coupons given" },
  coupons_used: { ja: "使われたクーポン", en: "Coupons used" },
  points_used: { ja: "使われたポイント", en: "Points used" },
  cost: { ja: "費用", en: "Cost" },
};

/** The same in one language. */
export function spentWords(language: Language): Record<Spent, string> {
  const words = SPENT.map((name) => [name, SPENT_WORDS[name][language]]);
  return Object.fromEntries(words) as Record<Spent, string>;
}
