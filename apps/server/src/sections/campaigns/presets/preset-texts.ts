import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail";
import { detailsOf } from "@okaeri/domain/campaigns/further-details";
import { carriesOut } from "@okaeri/domain/campaigns/offered-types";
import { isPresetText } from "@okaeri/domain/campaigns/presets/preset-text";
import type { CampaignType, PresetType } from "@okaeri/domain/enumerations";
import type { SavedSegment } from "../document/read-segments.ts";

type WithTexts = { type: CampaignType; preset_type: PresetType | null; segments: readonly SavedSegment[] };

/** Mails of the campaign that still have the preset's own words, each with its segment and its path in the document. */
export function presetTextsOf({ type, preset_type, segments }: WithTexts): { segment: number; path: string }[] {
  if (preset_type === null) return [];
  const isMail = (kind: KindName) => kind === "mail" && carriesOut(type, kind);
  return segments.flatMap(({ actions }, segment) =>
    actions.flatMap((action, at) =>
      (isMail(action.type) ? detailsOf(action) : [])
        .filter(({ detail }) => detail !== null && isPresetText(preset_type, detail as MailDetail))
        .map(({ path }) => ({ segment, path: `segments.${segment}.actions.${at}.${path}` })),
    ),
  );
}
