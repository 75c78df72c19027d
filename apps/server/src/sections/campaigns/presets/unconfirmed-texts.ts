import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { PRESET_TEXT_LIMIT } from "@okaeri/domain/campaigns/presets/text-limit";
import type { Tx } from "../../../database/connection.ts";
import type { Scope } from "../../../session/scope.ts";
import { type CountedCampaign, countSaved } from "../audience/count-saved.ts";
import type { CampaignEditContext } from "../save-campaign.ts";
import { presetTextsOf } from "./preset-texts.ts";

type Confirmable = CountedCampaign & { text_confirmed_at: Date | null };

/** Texts that reach many guests although nobody has changed or confirmed the preset's words. Guests are counted only if there are any. */
export async function unconfirmedTexts(
  tx: Tx,
  scope: Scope,
  campaign: Confirmable,
  writer: CampaignEditContext,
): Promise<FieldProblem[]> {
  const texts = campaign.text_confirmed_at === null ? presetTextsOf(writer.kinds, campaign) : [];
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
