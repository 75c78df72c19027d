import type { FlowPosition } from "./flow.ts";

/** Places of a movement that are no group, as pages, conditions and files name them. */
export const PLACE_WORDS: Record<"ja" | "en", Record<Exclude<FlowPosition, number>, string>> = {
  ja: { none: "グループなし", unscored: "スコアなし", new: "新しいお客様" },
  en: { none: "No group", unscored: "Not scored", new: "New guests" },
};
