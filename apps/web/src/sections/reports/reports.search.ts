// What the route keeps in the URL. Apart from the page, because every route file is loaded with the first page.

/** Periods offered by name, up to today. */
export const PRESETS = ["month", "quarter", "year"] as const;
export type Preset = (typeof PRESETS)[number];
