import type { MessageClass } from "../../customers/consent.ts";
import type { CampaignType, PresetType } from "../../enumerations.ts";

type Timed = { trigger?: { base: string } | null | undefined };
type Campaign = {
  type: CampaignType;
  preset_type?: PresetType | null | undefined;
  segments: readonly { actions: readonly Timed[] }[];
};

/** Presets for birthdays. */
export const BIRTHDAY_PRESETS = ["birthday", "birthmonth_benefit"] as const satisfies readonly PresetType[];

/** Returns the class of a campaign's messages: guests choose on their own page which classes they want. */
export function messageClassOf({ type, preset_type, segments }: Campaign): MessageClass {
  const forBirthdays =
    BIRTHDAY_PRESETS.some((preset) => preset === preset_type) ||
    segments.some(({ actions }) => actions.some(({ trigger }) => trigger?.base === "birthday"));
  if (forBirthdays) return "birthday";
  return type === "customer_service" ? "around_stays" : "news";
}
