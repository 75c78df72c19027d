// What routes keep in the URL. Apart from the picker, because every route file is loaded with the first page.

/** Periods offered by name, up to today. */
export const PERIOD_PRESETS = ["month", "quarter", "year"] as const;
export type PeriodPreset = (typeof PERIOD_PRESETS)[number];

/** A period as the URL has it: one by name, or two days. */
export type PeriodSearch = { preset?: PeriodPreset | undefined; from?: string | undefined; to?: string | undefined };
