import type { LanguageCode } from "@okaeri/domain/enumerations";

// Days, figures and lists as guests read them.

const FORMS = { ja: { tag: "ja-JP", comma: "、" }, en: { tag: "en-GB", comma: ", " } } as const;
const noon = (day: string) => new Date(`${day}T12:00:00Z`);
const dated = (language: LanguageCode, form: Intl.DateTimeFormatOptions, day: string) =>
  new Intl.DateTimeFormat(FORMS[language].tag, { ...form, timeZone: "UTC" }).format(noon(day));

export const dayIn = (language: LanguageCode, day: string): string =>
  dated(language, { year: "numeric", month: "long", day: "numeric" }, day);

/** 1 to 12. */
export const monthIn = (language: LanguageCode, month: number): string =>
  dated(language, { month: "long" }, `2026-${String(month).padStart(2, "0")}-01`);

/** 0 is Sunday. */
export const weekdayIn = (language: LanguageCode, weekday: number): string =>
  dated(language, { weekday: "long" }, `2026-11-0${weekday + 1}`);

export const listIn = (language: LanguageCode, words: readonly string[]): string => words.join(FORMS[language].comma);

export const figureIn = (language: LanguageCode, figure: number): string =>
  figure.toLocaleString(FORMS[language].tag, { maximumFractionDigits: 3 });

export const yenIn = (language: LanguageCode, yen: number): string => `¥${figureIn(language, yen)}`;
