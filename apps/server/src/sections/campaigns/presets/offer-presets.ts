import { type CampaignEdit, campaignEdit } from "@okaeri/contract/campaigns/document";
import { problemText } from "@okaeri/contract/problems/problems";
import { NEW_CAMPAIGN } from "@okaeri/domain/campaigns/delivery/purpose";
import { type Lack, lacksOf } from "@okaeri/domain/campaigns/presets/lacks";
import { PRESET_NAMES } from "@okaeri/domain/campaigns/presets/names";
import type { Preset, PresetContext } from "@okaeri/domain/campaigns/presets/preset";
import { PRESETS } from "@okaeri/domain/campaigns/presets/presets";
import { isMatchedByTargets, occasionsIn } from "@okaeri/domain/campaigns/triggers/occasions";
import { CAMPAIGN_TYPE_OF_PRESET, type LanguageCode, type PresetType } from "@okaeri/domain/enumerations";
import { checkedTarget } from "@okaeri/domain/segments/target";
import type { Tx } from "../../../database/connection.ts";
import { refuseProblems } from "../../../http/errors.ts";
import type { Scope } from "../../../session/scope.ts";
import { countEach } from "../../segments/counts.ts";
import type { TargetOnOccasions } from "../../segments/occasions.ts";
import { type CampaignEditContext, campaignContextOf } from "../save-campaign.ts";
import { presetContext } from "./preset-context.read.ts";

type Target = CampaignEdit["segments"][number]["target"];

/** Every preset as this account can have it today, in the order of the table. */
export async function offerPresets(
  tx: Tx,
  scope: Scope,
  { writer, language, matched }: { writer: CampaignEditContext; language: LanguageCode; matched: boolean },
) {
  const { today, origin } = writer;
  const context = await presetContext(tx, scope, { today, origin, language });
  const offered = PRESETS.map((preset) => {
    const lacks = lacksOf(preset.needs, context);
    return { preset, lacks, edit: lacks.length === 0 ? documentOf(preset, context) : null };
  });
  const edits = offered.flatMap(({ edit }) => (edit !== null && isMatchedByTargets(edit) ? edit : []));
  const counts = matched ? await countsOf(tx, scope, edits, writer) : new Map<CampaignEdit, number>();
  return offered.map(({ preset: { type, text }, lacks, edit }) => ({
    preset_type: type,
    type: CAMPAIGN_TYPE_OF_PRESET[type],
    name: PRESET_NAMES[language][type],
    text: text[language],
    ready: edit !== null,
    lacks: lacks.map((code) => ({ code, message: problemText({ code }, language), path: wayTo(code, scope) })),
    matched: edit === null ? null : (counts.get(edit) ?? null),
    edit,
  }));
}

/** A preset's document. @throws CallError INVALID_INPUT with what the preset lacks. */
export async function presetEdit(
  tx: Tx,
  scope: Scope,
  type: PresetType,
  { writer: { today, origin }, language }: { writer: CampaignEditContext; language: LanguageCode },
): Promise<CampaignEdit> {
  const preset = PRESETS.find((one) => one.type === type);
  if (preset === undefined) throw new Error(`there is no preset ${type}`);
  const context = await presetContext(tx, scope, { today, origin, language });
  refuseProblems(lacksOf(preset.needs, context).map((code) => ({ path: "preset_type", code })));
  return campaignEdit.parse(documentOf(preset, context));
}

/** The preset as the edit screen would send it. */
function documentOf(preset: Preset, context: PresetContext): CampaignEdit {
  return {
    name: PRESET_NAMES[context.language][preset.type],
    type: CAMPAIGN_TYPE_OF_PRESET[preset.type],
    preset_type: preset.type,
    campaign_start_dt: null,
    campaign_end_dt: null,
    ...NEW_CAMPAIGN,
    purpose: preset.isService ? "service" : NEW_CAMPAIGN.purpose,
    segments: preset.segments(context).map(({ name, target, actions }, index) => ({
      id: null,
      priority_seq: index + 1,
      name,
      target: target as Target,
      actions: actions.map(({ when, ...action }, at) => ({ id: null, seq: at + 1, ...when, ...action })),
    })),
  } as CampaignEdit;
}

/** How many guests the targets of each mean, all its segments together. */
async function countsOf(
  tx: Tx,
  scope: Scope,
  edits: readonly CampaignEdit[],
  writer: CampaignEditContext,
): Promise<Map<CampaignEdit, number>> {
  const targets = edits.map((edit): TargetOnOccasions => {
    const forms = edit.segments.map(({ target }) => checkedTarget(target).form);
    const [only, ...others] = forms;
    return {
      form: others.length === 0 && only ? only : { form: "or", of: forms },
      occasions: occasionsIn(edit),
    };
  });
  const counted = await countEach(tx, campaignContextOf(scope, writer), targets, writer);
  return new Map(edits.map((edit, index) => [edit, counted[index] ?? 0]));
}

/** The page where what is lacking is set up; null where the product does not have it yet. */
function wayTo(lack: Lack, { accountId }: Scope): string | null {
  switch (lack) {
    case "legal_sender_missing":
      return `/accounts/${accountId}/sender`;
    case "preset_no_ranks":
    case "preset_ranks_by_points":
      return "/ranks";
    case "preset_no_scores":
      return "/rfms";
    case "preset_no_stays":
      return "/customers/imports";
    default:
      return null;
  }
}
