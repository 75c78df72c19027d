import type { MailKind } from "../../customers/consent.ts";
import type { CampaignType, PresetType } from "../../enumerations.ts";

type Timed = { trigger?: { base: string } | null | undefined };
type Campaign = {
  type: CampaignType;
  preset_type?: PresetType | null | undefined;
  segments: readonly { actions: readonly Timed[] }[];
};

/** Presets for birthdays. */
export const BIRTHDAY_PRESETS = ["birthday", "birthmonth_benefit"] as const satisfies readonly PresetType[];

/** Of which kind a campaign's messages are: guests choose on their own page which kinds they want. */
export function mailKindOf({ type, preset_type, segments }: Campaign): MailKind {
  const forBirthdays =
    BIRTHDAY_PRESETS.some((preset) => preset === preset_type) ||
    segments.some(({ actions }) => actions.some(({ trigger }) => trigger?.base === "birthday"));
  if (forBirthdays) return "birthday";
  return type === "customer_service" ? "around_stays" : "news";
}
