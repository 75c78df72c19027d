import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { judgedIn } from "@okaeri/domain/campaigns/triggers/occasions";
import type { CampaignType } from "@okaeri/domain/enumerations";
import { EVERYBODY } from "@okaeri/domain/segments/condition";
import { parseTarget } from "@okaeri/domain/segments/target";

/** A campaign of nothing but its type, for everybody or for whom it is known already. */
export function blankEdit(type: CampaignType, target: ConditionInput | undefined): CampaignEdit {
  return {
    name: "",
    type,
    preset_type: null,
    campaign_start_dt: null,
    campaign_end_dt: null,
    segments: [{ id: null, priority_seq: 1, name: "", target: target ?? (EVERYBODY as ConditionInput), actions: [] }],
  };
}

/** Guests who were brought along stand where the preset's first segment says whom it means. */
export function editFor(edit: CampaignEdit, target: ConditionInput | undefined): CampaignEdit {
  const [first, ...others] = edit.segments;
  if (target === undefined || first === undefined) return edit;
  return { ...edit, segments: [{ ...first, name: "", target }, ...others] };
}

/** Whether a campaign of that type can ask for the guests. */
export const acceptsTarget = (type: CampaignType, target: ConditionInput | undefined): boolean =>
  target === undefined || parseTarget(target, judgedIn({ type, segments: [] })).ok;
