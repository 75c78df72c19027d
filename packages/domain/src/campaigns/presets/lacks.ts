import type { PresetContext, PresetNeed } from "./preset.ts";

/** Why a preset is not ready. Words are with the problems of the contract. */
export const LACKS = [
  "preset_card_link",
  "legal_sender_missing",
  "preset_no_ranks",
  "preset_ranks_by_points",
  "preset_no_scores",
  "preset_scores_not_in_plan",
  "preset_no_stays",
] as const;
export type Lack = (typeof LACKS)[number];

const unless = (met: boolean, lack: Lack): readonly Lack[] => (met ? [] : [lack]);
const SCORES = { available: [], none: ["preset_no_scores"], not_in_plan: ["preset_scores_not_in_plan"] } as const;

/** What is not there yet is lacking everywhere; the rest is the account's. */
const JUDGED: Readonly<Record<PresetNeed, (context: PresetContext) => readonly Lack[]>> = {
  card_link: () => ["preset_card_link"],
  sender: ({ hasSender }) => unless(hasSender, "legal_sender_missing"),
  ranks: ({ ranks }) => unless(ranks.length > 0, "preset_no_ranks"),
  ranks_or_scores({ ranks, ranksByPoints, scores }) {
    const usable = ranks.length > 0 && !ranksByPoints;
    if (usable || scores === "available") return [];
    return [ranksByPoints ? "preset_ranks_by_points" : "preset_no_ranks", ...SCORES[scores]];
  },
  stays: ({ upperFifth }) => unless(upperFifth !== null, "preset_no_stays"),
};

/** Everything that a preset with these needs lacks; empty: it is ready. */
export function lacksOf(needs: readonly PresetNeed[], context: PresetContext): Lack[] {
  return needs.flatMap((need) => JUDGED[need](context));
}
