import type { Language } from "../../errors.ts";

/** What a campaign brought (docs/adr/0560): bookings, and the stays that came of them, with their yen. */
export const ATTRIBUTED = ["reserved", "reserved_price", "transacted", "use_price"] as const;
export type AttributedFigure = (typeof ATTRIBUTED)[number];

/** What they are called on every page and in every file. */
export const ATTRIBUTED_WORDS: Record<AttributedFigure, Record<Language, string>> = {
  reserved: { ja: "予約", en: "Bookings" },
  reserved_price: { ja: "予約金額", en: "Booked" },
  transacted: { ja: "宿泊", en: "Stays" },
  use_price: { ja: "利用金額", en: "Spend" },
};

/** The same in one language. */
export function attributedWords(language: Language): Record<AttributedFigure, string> {
  const words = ATTRIBUTED.map((name) => [name, ATTRIBUTED_WORDS[name][language]]);
  return Object.fromEntries(words) as Record<AttributedFigure, string>;
}
