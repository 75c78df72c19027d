import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import type { ConditionInput, SegmentTarget } from "@okaeri/contract/campaigns/audience/condition";
import type { CampaignDocument, CampaignEdit, WholeAction } from "@okaeri/contract/campaigns/document";
import { type CampaignPurpose, NEW_CAMPAIGN } from "@okaeri/domain/campaigns/delivery/purpose";
import type { CampaignType, PresetType } from "@okaeri/domain/enumerations";
import { parseTarget } from "@okaeri/domain/segments/target";
import type { RuleGroupType } from "react-querybuilder";
import type { FigureInput } from "../../../ui/fields/field-props.ts";
import { type KINDS, kindOf } from "../actions/kinds.ts";
import { readDay } from "../actions/typed-days.ts";
import { type TargetDescription, targetDescription } from "../audience/target-description.ts";
import { fromTarget, toTarget } from "../audience/target-tree.ts";
import { periodDay } from "../campaign-state.ts";
import type { CampaignDetail } from "../campaigns.api.ts";
import { commonWhen, type DraftWhen, isSameWhen, newWhen, sentWhen, whenOf } from "../schedule/draft-when.ts";

type SavedAction = CampaignEdit["segments"][number]["actions"][number];
/** What a kind's form holds of an action: figures and days as they are typed. */
type DraftDetail<Name extends KindName> = ReturnType<(typeof KINDS)[Name]["content"]["blank"]>;
/**
 * `key` tells rows apart on screen while they have no id yet. What it holds stands under its kind's own name. `when`: a time of its own;
 * null: as the campaign.
 */
export type DraftAction<Name extends KindName = KindName> = {
  [Kind in Name]: { key: string; id: number | null; type: Kind; when: DraftWhen | null } & {
    [Own in Kind]: DraftDetail<Kind>;
  };
}[Name];
export type DraftSegment = {
  key: string;
  id: number | null;
  name: string;
  /** The builder's conditions. While a script stands in their place: those that come back when it is discarded. */
  target: RuleGroupType;
  lua?: string;
  benefits_to_reached: boolean;
  actions: DraftAction[];
};
export type Draft = {
  name: string;
  type: CampaignType;
  preset_type: PresetType | null;
  campaign_start_dt: string | null;
  campaign_end_dt: string | null;
  purpose: CampaignPurpose;
  priority: number;
  control_rate: FigureInput;
  /** When all happens that has no time of its own. */
  when: DraftWhen;
  segments: DraftSegment[];
};

const EVERYBODY: ConditionInput = { combinator: "and", rules: [] };

/** Its own in every window and visit: a draft kept from before comes back with its keys. */
function newKey(): string {
  return `new-${crypto.randomUUID()}`;
}

/** An action of a kind, from blank or with what it holds. */
export function newAction<Name extends KindName>(
  type: Name,
  holds: Partial<DraftDetail<Name>> = {},
): DraftAction<Name> {
  const detail = { ...(kindOf(type).content.blank() as DraftDetail<Name>), ...holds };
  return { key: newKey(), id: null, type, when: null, [type]: detail } as DraftAction<Name>;
}

/** What an action holds, whatever its kind. */
export function draftDetailOf(action: DraftAction): unknown {
  return action[action.type as keyof typeof action];
}

export function newSegment(target: ConditionInput = EVERYBODY): DraftSegment {
  return { key: newKey(), id: null, name: "", target: fromTarget(target), benefits_to_reached: true, actions: [] };
}

/** One more segment that begins as another: whom it means and what it gives, to be changed where the two differ. */
export function segmentLike({ target, lua, benefits_to_reached, actions }: DraftSegment): DraftSegment {
  return {
    key: newKey(),
    id: null,
    name: "",
    target: fromTarget(toTarget(target)),
    ...(lua === undefined ? {} : { lua }),
    benefits_to_reached,
    actions: actions.map((action) => {
      const { type, when } = action;
      const again = kindOf(type).content.again?.(draftDetailOf(action) as never) ?? draftDetailOf(action);
      return { key: newKey(), id: null, type, when, [type]: again } as DraftAction;
    }),
  };
}

/** A campaign from blank, for whom it is known already or not. */
export function newDraft(target?: ConditionInput): Draft {
  return {
    name: "",
    type: "repeat_promotion",
    preset_type: null,
    campaign_start_dt: null,
    campaign_end_dt: null,
    ...NEW_CAMPAIGN,
    when: newWhen(),
    segments: [newSegment(target)],
  };
}

/** A draft that was kept in the browser before campaigns had times is by hand, and what its actions did not have yet is blank. */
export function wholeDraft(stored: Draft): Draft {
  const draft = stored.when === undefined ? { ...stored, ...NEW_CAMPAIGN, when: newWhen() } : stored;
  const lacks = (action: DraftAction) =>
    Object.keys(kindOf(action.type).content.blank() as object).some(
      (field) => !(field in (draftDetailOf(action) as object)),
    );
  if (!draft.segments.some(({ actions }) => actions.some(lacks))) return draft;
  const whole = (action: DraftAction) => ({
    ...action,
    [action.type]: { ...(kindOf(action.type).content.blank() as object), ...(draftDetailOf(action) as object) },
  });
  return {
    ...draft,
    segments: draft.segments.map((segment) => ({ ...segment, actions: segment.actions.map(whole) as DraftAction[] })),
  };
}

function toAction(action: SavedAction, common: DraftWhen): DraftAction {
  const { id, type } = action;
  const own = whenOf(action);
  const kind = kindOf(type);
  const detail = action[type as keyof typeof action] ?? kind.content.blank();
  const held = kind.content.siblings
    ? { ...(detail as object), ...(kind.content.siblings.read(action) as object) }
    : detail;
  return { key: `a${id}`, id, type, when: isSameWhen(own, common) ? null : own, [type]: held } as DraftAction;
}

/** Whom a segment means, as the calls take it. */
export function targetOf({ target, lua }: DraftSegment): SegmentTarget {
  return lua === undefined ? toTarget(target) : { lua };
}

/** Whom a segment means, as the editor holds it: a script that a person typed stays one, also where conditions say the same. */
export function fromSaved(savedTarget: TargetDescription): Pick<DraftSegment, "target" | "lua"> {
  const target = targetDescription(savedTarget);
  if ("lua" in target) return { target: fromTarget(EVERYBODY), lua: target.lua };
  const { lua_script: lua } = savedTarget;
  const own = parseTarget(target);
  const typed = lua !== undefined && lua !== "" && own.ok && lua !== own.target.lua;
  return { target: fromTarget(target), ...(typed && { lua }) };
}

type SavedSegment = Pick<CampaignEdit["segments"][number], "actions" | "priority_seq"> &
  TargetDescription & {
    id: number | null;
    name?: string | undefined;
    benefits_to_reached?: boolean | undefined;
  };
/** A campaign as it was saved, now or before. */
export type SavedDocument = Pick<CampaignDetail, "name" | "type" | "campaign_start_dt" | "campaign_end_dt"> & {
  preset_type?: PresetType | null | undefined;
  purpose?: CampaignPurpose | undefined;
  priority?: number | undefined;
  control_rate?: number | undefined;
  segments: SavedSegment[];
};

/** A saved campaign as the editor holds it. */
export function campaignDraftOf(campaign: SavedDocument): Draft {
  const when = commonWhen(campaign.segments.flatMap(({ actions }) => actions));
  return {
    name: campaign.name,
    type: campaign.type,
    preset_type: campaign.preset_type ?? null,
    campaign_start_dt: periodDay(campaign.campaign_start_dt),
    campaign_end_dt: periodDay(campaign.campaign_end_dt),
    purpose: campaign.purpose ?? NEW_CAMPAIGN.purpose,
    priority: campaign.priority ?? NEW_CAMPAIGN.priority,
    control_rate: campaign.control_rate ?? NEW_CAMPAIGN.control_rate,
    when,
    segments: [...campaign.segments]
      .sort((a, b) => a.priority_seq - b.priority_seq)
      .map((segment) => ({
        key: `s${segment.id}`,
        id: segment.id,
        name: segment.name ?? "",
        ...fromSaved(segment),
        benefits_to_reached: segment.benefits_to_reached ?? true,
        actions: [...segment.actions].sort((a, b) => a.seq - b.seq).map((action) => toAction(action, when)),
      })),
  };
}

/** The ids that a save gave to the rows it was sent, under the keys these have on screen. */
export function withIds(draft: Draft, { segments: saved }: Pick<CampaignDetail, "segments">, sent: Draft): Draft {
  const ids = new Map<string, number | null>();
  const segments = [...saved].sort((a, b) => a.priority_seq - b.priority_seq);
  for (const [at, { key, actions }] of sent.segments.entries()) {
    ids.set(key, segments[at]?.id ?? null);
    const savedActions = [...(segments[at]?.actions ?? [])].sort((a, b) => a.seq - b.seq);
    for (const [place, action] of actions.entries()) ids.set(action.key, savedActions[place]?.id ?? null);
  }
  const idOf = ({ key, id }: { key: string; id: number | null }) => id ?? ids.get(key) ?? null;
  return {
    ...draft,
    segments: draft.segments.map((segment) => ({
      ...segment,
      id: idOf(segment),
      actions: segment.actions.map((action) => ({ ...action, id: idOf(action) })),
    })),
  };
}

/** What the save calls take. */
export function campaignDocumentOf(typed: Draft): CampaignDocument {
  const draft = wholeDraft(typed);
  return {
    name: draft.name.trim(),
    type: draft.type,
    preset_type: draft.preset_type,
    campaign_start_dt: readDay(draft.campaign_start_dt),
    campaign_end_dt: readDay(draft.campaign_end_dt),
    ...sentSettings(draft),
    segments: draft.segments.map((segment, index) => ({
      id: segment.id,
      priority_seq: index + 1,
      name: segment.name.trim(),
      target: targetOf(segment),
      benefits_to_reached: segment.benefits_to_reached,
      actions: segment.actions.map((action, at) => sentAction(action, at + 1, draft)),
    })),
  };
}

/** What a campaign is to guests and beside others, as far as its type takes it. */
function sentSettings({ type, purpose, priority, control_rate: rate }: Draft) {
  const service = type === "customer_service" && purpose === "service";
  return {
    purpose: service ? purpose : NEW_CAMPAIGN.purpose,
    priority,
    control_rate: service || type === "basic" || typeof rate !== "number" ? 0 : rate,
  };
}

function sentAction(action: DraftAction, seq: number, { type, when }: Draft): WholeAction {
  const timing = sentWhen(action.when ?? when, type);
  const siblings = kindOf(action.type).content.siblings?.sent(draftDetailOf(action));
  const held = { [action.type]: sentDetail(action, type) };
  return { id: action.id, seq, type: action.type, ...timing, ...held, ...siblings } as WholeAction;
}

/** What of an action's form would be sent. */
export function sentDetail(action: DraftAction, type: CampaignType): unknown {
  return kindOf(action.type).content.sent(draftDetailOf(action), type);
}

export function withSegment(draft: Draft, index: number, change: (segment: DraftSegment) => DraftSegment): Draft {
  return { ...draft, segments: draft.segments.map((segment, at) => (at === index ? change(segment) : segment)) };
}

export function withAction(
  draft: Draft,
  index: number,
  position: number,
  change: (action: DraftAction) => DraftAction,
): Draft {
  return withSegment(draft, index, (segment) => ({
    ...segment,
    actions: segment.actions.map((action, at) => (at === position ? change(action) : action)),
  }));
}

/** The segment in another place of the order. */
export function withSegmentMoved(draft: Draft, from: number, to: number): Draft {
  const segments = [...draft.segments];
  const [segment] = segments.splice(from, 1);
  if (segment === undefined) return draft;
  segments.splice(to, 0, segment);
  return { ...draft, segments };
}
