import { CAMPAIGN_PURPOSES, LAST_PRIORITY, MAX_CONTROL_RATE } from "@okaeri/domain/campaigns/delivery/purpose";
import { CAMPAIGN_TYPES, PRESET_TYPES } from "@okaeri/domain/enumerations";
import { z } from "zod";
import { date } from "../paging.ts";
import { line } from "../text.ts";
import type { ContractKind } from "./actions/kind.ts";
import { CONTRACT_ACTION_KINDS, type KindName } from "./actions/kinds.ts";
import { answeredTarget, orScript, segmentTarget } from "./audience/condition.ts";
import { ACTION_TIMING, SAVED_TIMING } from "./schedule/timing.ts";

const place = { id: z.number().int().nullable(), seq: z.number().int().min(1).max(20) };
/** What an action says, whatever its kind: when it is sent, and when it is answered. */
const ACTION_FIELDS = z.strictObject({ ...place, ...ACTION_TIMING });
const SAVED_FIELDS = z.strictObject({ ...place, ...SAVED_TIMING });

type Further<Kind extends KindName> = (typeof CONTRACT_ACTION_KINDS)[Kind] extends {
  further: infer Fields extends object;
}
  ? Fields
  : object;
/** One action of a segment: its kind, and what it holds under the kind's own name, null while nothing is filled in. */
export type CampaignAction<Name extends KindName = KindName> = {
  [Kind in Name]: z.output<typeof ACTION_FIELDS> & { type: Kind } & {
    [Own in Kind]: z.output<(typeof CONTRACT_ACTION_KINDS)[Kind]["detail"]> | null;
  } & { [Own in keyof Further<Kind>]?: z.output<Further<Kind>[Own]> | undefined };
}[Name];
type ActionInput = {
  [Kind in KindName]: z.input<typeof ACTION_FIELDS> & { type: Kind } & {
    [Own in Kind]: z.input<(typeof CONTRACT_ACTION_KINDS)[Kind]["detail"]> | null;
  } & { [Own in keyof Further<Kind>]?: z.input<Further<Kind>[Own]> | undefined };
}[KindName];

/** An action that is of one of these kinds. */
export function actionOf(kinds: Readonly<Record<string, ContractKind>>, fields: z.ZodObject = ACTION_FIELDS) {
  const isSaved = fields === SAVED_FIELDS;
  const [first, ...others] = Object.entries(kinds).map(([type, { detail, further = {} }]) => {
    const more = Object.entries(further).map(([name, held]) => [name, isSaved ? held : held.optional()]);
    return fields.extend({ type: z.literal(type), [type]: detail.nullable(), ...Object.fromEntries(more) });
  });
  if (first === undefined) throw new Error("there is no kind of action");
  return z.discriminatedUnion("type", [first, ...others]);
}

// Made by looping over the kinds, which the types above say one by one.
const campaignAction = actionOf(CONTRACT_ACTION_KINDS) as unknown as z.ZodType<CampaignAction, ActionInput>;
export const savedAction = actionOf(CONTRACT_ACTION_KINDS, SAVED_FIELDS) as unknown as z.ZodType<WholeAction>;

/** What an action holds, whatever its kind. */
export function actionDetailOf<Name extends KindName>(action: CampaignAction<Name>): unknown {
  return action[action.type as keyof typeof action];
}

/** What a segment says, beside its actions. Each is a column of its own; `lua_script` follows from the target. */
export const SEGMENT_DOCUMENT_FIELDS = {
  priority_seq: z.number().int().min(1).max(20),
  /** What staff call it, perhaps nothing. Not said: a saved one keeps its name. */
  name: line(60).optional(),
  target: segmentTarget,
  /** Points and coupons go to those alone whom the segment's message reaches. Not said: a new segment does so, a saved one stays as it is. */
  benefits_to_reached: z.boolean().optional(),
};

export const MAX_CAMPAIGN_NAME = 100;

/** What a campaign says, beside its segments. Each is a column of its own. */
export const CAMPAIGN_FIELDS = {
  /** A draft may have none yet. */
  name: line(MAX_CAMPAIGN_NAME),
  type: z.enum(CAMPAIGN_TYPES).meta({ examples: ["repeat_promotion"] }),
  /** The preset it was made from, which stays. Not said: the saved one. */
  preset_type: z.enum(PRESET_TYPES).nullable().optional(),
  campaign_start_dt: date.nullable(),
  campaign_end_dt: date.nullable(),
  /** Not said, these three are as they are saved; of a new campaign as in `NEW_CAMPAIGN` of `@okaeri/domain/campaigns/purpose`. */
  purpose: z.enum(CAMPAIGN_PURPOSES).optional(),
  priority: z.number().int().min(1).max(LAST_PRIORITY).optional(),
  /** Whole percent. */
  control_rate: z.number().int().min(0).max(MAX_CONTROL_RATE).optional(),
};

export const campaignSegment = z.strictObject({
  id: z
    .number()
    .int()
    .nullable()
    .describe("Number of the saved segment; null: a new one.")
    .meta({ examples: [null] }),
  ...SEGMENT_DOCUMENT_FIELDS,
  actions: z.array(campaignAction).max(20),
});

/** A campaign as the edit screen holds it. A draft may be incomplete; sending asks for everything. */
export const campaignEdit = z.strictObject({
  ...CAMPAIGN_FIELDS,
  segments: z.array(orScript(campaignSegment)).min(1).max(20),
});

/** What a campaign said, as it is answered. */
export const answeredDocument = campaignEdit.extend({ segments: z.array(campaignSegment.extend(answeredTarget)) });

export type CampaignEdit = z.output<typeof campaignEdit>;

type Complete<Says> = { [Field in keyof Says]-?: Exclude<Says[Field], undefined> };
/** An action as it is saved. */
export type WholeAction = { [Kind in KindName]: Complete<CampaignAction<Kind>> }[KindName];
type SegmentSays = Complete<Omit<CampaignEdit["segments"][number], "actions">>;
/** A campaign as it is saved: nothing is left unsaid. */
export type CampaignDocument = Complete<Omit<CampaignEdit, "segments">> & {
  segments: (SegmentSays & { actions: WholeAction[] })[];
};
