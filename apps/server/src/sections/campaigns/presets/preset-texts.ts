import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { detailsOf } from "@okaeri/domain/campaigns/further-details";
import { carriesOut } from "@okaeri/domain/campaigns/offered-types";
import { isPresetText } from "@okaeri/domain/campaigns/presets/preset-text";
import { PRESET_TEXT_LIMIT } from "@okaeri/domain/campaigns/presets/text-limit";
import type { CampaignType, PresetType } from "@okaeri/domain/enumerations";
import type { Tx } from "../../../database/connection.ts";
import type { Scope } from "../../../session/scope.ts";
import { type CountedCampaign, countSaved } from "../count-saved.ts";
import type { SavedSegment } from "../document/read-segments.ts";
import type { Writer } from "../save-campaign.ts";

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

type Confirmable = CountedCampaign & { text_confirmed_at: Date | null };

/** Texts that reach many guests although nobody has changed or confirmed the preset's words. Guests are counted only if there are any. */
export async function unconfirmedTexts(
  tx: Tx,
  scope: Scope,
  campaign: Confirmable,
  writer: Writer,
): Promise<FieldProblem[]> {
  const texts = campaign.text_confirmed_at === null ? presetTextsOf(campaign) : [];
  if (texts.length === 0) return [];
  const { audience } = await countSaved(tx, scope, campaign, writer);
  const count = [...new Set(texts.map(({ segment }) => segment))].reduce(
    (sum, segment) => sum + (audience.segments[segment]?.will_receive ?? 0),
    0,
  );
  return count < PRESET_TEXT_LIMIT
    ? []
    : texts.map(({ path }) => ({ path, code: "preset_text_unconfirmed", count }) as const);
}
