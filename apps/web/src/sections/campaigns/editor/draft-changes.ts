import type { WholeAction } from "@okaeri/contract/campaigns/document";
import { TIMING_FIELDS } from "@okaeri/domain/campaigns/schedule/timing";
import { unread } from "../audience/unsupported.ts";
import { campaignDocumentOf, type Draft } from "./draft.ts";
import { isOfWhen } from "./draft-problems.ts";

export const DRAFT_PARTS = ["name", "type", "period", "settings", "when", "target", "actions"] as const;

export type DraftPart = (typeof DRAFT_PARTS)[number];

function partsOf(draft: Draft): Record<DraftPart, unknown> {
  const edit = campaignDocumentOf(draft);
  const own = draft.segments.flatMap(({ actions }) => actions).flatMap(({ key, when }) => (when ? [[key, when]] : []));
  const wrong = unread(draft);
  return {
    name: draft.name,
    type: edit.type,
    period: [draft.campaign_start_dt, draft.campaign_end_dt],
    settings: [edit.purpose, edit.priority, draft.control_rate],
    when: [draft.when, own, wrong.filter(isOfWhen)],
    target: edit.segments.map(({ id, name, target }) => ({ id, name, target })),
    actions: [
      edit.segments.map(({ benefits_to_reached, actions }) => [benefits_to_reached, actions.map(withoutTimes)]),
      wrong.filter((one) => !isOfWhen(one)),
    ],
  };
}

const withoutTimes = (action: WholeAction) =>
  Object.entries(action).filter(([field]) => !TIMING_FIELDS.some((one) => one === field));

/** The parts that differ. */
export function changedDraftParts(before: Draft, after: Draft): DraftPart[] {
  const [was, is] = [partsOf(before), partsOf(after)];
  return DRAFT_PARTS.filter((part) => JSON.stringify(was[part]) !== JSON.stringify(is[part]));
}

/**
 * Another version of the campaign with what was changed here put over it. Segments and their actions hang together, so that they are
 * kept as a whole; what the other version no longer has is new again.
 */
export function putOver(newest: Draft, mine: Draft, changed: readonly DraftPart[]): Draft {
  const has = (part: DraftPart) => changed.includes(part);
  const segmentIds = new Set(newest.segments.map(({ id }) => id));
  const actionIds = new Set(newest.segments.flatMap(({ actions }) => actions.map(({ id }) => id)));
  const segments = mine.segments.map((segment) => ({
    ...segment,
    id: segmentIds.has(segment.id) ? segment.id : null,
    actions: segment.actions.map((action) => ({ ...action, id: actionIds.has(action.id) ? action.id : null })),
  }));
  const period = has("period") ? mine : newest;
  const settings = has("settings") ? mine : newest;
  // A row's own time is told by the campaign's: the two go together.
  const rows = has("target") || has("actions") || has("when");
  return {
    name: has("name") ? mine.name : newest.name,
    type: has("type") ? mine.type : newest.type,
    preset_type: newest.preset_type,
    campaign_start_dt: period.campaign_start_dt,
    campaign_end_dt: period.campaign_end_dt,
    purpose: settings.purpose,
    priority: settings.priority,
    control_rate: settings.control_rate,
    when: (rows ? mine : newest).when,
    segments: rows ? segments : newest.segments,
  };
}
