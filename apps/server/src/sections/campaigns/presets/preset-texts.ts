import { detailsOf } from "@okaeri/domain/campaigns/actions/further-details";
import { carriesOut } from "@okaeri/domain/campaigns/actions/offered-types";
import type { CampaignType, PresetType } from "@okaeri/domain/enumerations";
import type { ActionKinds } from "../actions/action-kind.ts";
import { kindNamed } from "../actions/each-kind.ts";
import type { SavedSegment } from "../audience/read-segments.ts";

type WithTexts = { type: CampaignType; preset_type?: PresetType | null | undefined; segments: readonly SavedSegment[] };

/** Messages of the campaign that still have the preset's own words, each with its segment and its path in the document. */
export function presetTextsOf(
  kinds: ActionKinds,
  { type, preset_type: preset, segments }: WithTexts,
): { segment: number; path: string }[] {
  if (!preset) return [];
  return segments.flatMap(({ actions }, segment) =>
    actions.flatMap((action, at) => {
      const { isPresetText } = kindNamed(kinds, action.type).content;
      if (isPresetText === undefined || !carriesOut(type, action.type)) return [];
      return detailsOf(action)
        .filter(({ detail }) => detail !== null && isPresetText(preset, detail))
        .map(({ path }) => ({ segment, path: `segments.${segment}.actions.${at}.${path}` }));
    }),
  );
}
