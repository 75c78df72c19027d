import { CAMPAIGN_TYPES } from "@okaeri/domain/enumerations";
import { z } from "zod";
import { date } from "../paging.ts";
import { KINDS, type KindName } from "./actions/kinds.ts";
import { conditionNode } from "./condition.ts";

const place = { id: z.number().int().nullable(), seq: z.number().int().min(1).max(20) };

/** One action of a segment: its kind, and what it holds under the kind's own name, null while nothing is filled in. */
export type CampaignAction<Name extends KindName = KindName> = {
  [Kind in Name]: { id: number | null; seq: number; type: Kind } & {
    [Own in Kind]: z.output<(typeof KINDS)[Kind]["detail"]> | null;
  };
}[Name];
type ActionInput = {
  [Kind in KindName]: { id: number | null; seq: number; type: Kind } & {
    [Own in Kind]: z.input<(typeof KINDS)[Kind]["detail"]> | null;
  };
}[KindName];

const [first, ...others] = Object.entries(KINDS).map(([type, { detail }]) =>
  z.strictObject({ ...place, type: z.literal(type), [type]: detail.nullable() }),
);
if (first === undefined) throw new Error("there is no kind of action");
// Made by looping over the kinds, which the types above say one by one.
export const campaignAction = z.discriminatedUnion("type", [first, ...others]) as unknown as z.ZodType<
  CampaignAction,
  ActionInput
>;

/** What an action holds, whatever its kind. */
export function detailOf<Name extends KindName>(action: CampaignAction<Name>): unknown {
  return action[action.type as keyof typeof action];
}

export const campaignSegment = z.strictObject({
  id: z.number().int().nullable(),
  priority_seq: z.number().int().min(1).max(20),
  target: conditionNode,
  actions: z.array(campaignAction).max(20),
});

/** A campaign as the edit screen holds it. A draft may be incomplete; sending asks for everything. */
export const campaignEdit = z.strictObject({
  name: z.string().min(1).max(100),
  type: z.enum(CAMPAIGN_TYPES),
  campaign_start_dt: date.nullable(),
  campaign_end_dt: date.nullable(),
  segments: z.array(campaignSegment).min(1).max(20),
});

export type CampaignEdit = z.output<typeof campaignEdit>;
