import {
  actionDetailOf,
  type CampaignAction,
  type CampaignDocument,
  type CampaignEdit,
  type WholeAction,
} from "@okaeri/contract/campaigns/document";
import { furtherName } from "@okaeri/domain/campaigns/actions/further-details";
import { NEW_CAMPAIGN } from "@okaeri/domain/campaigns/delivery/purpose";
import { BY_HAND, TIMING_FIELDS } from "@okaeri/domain/campaigns/schedule/timing";
import { type RawBuilder, sql } from "kysely";
import { qualifiedColumns } from "../../../database/columns.ts";
import type { Tx } from "../../../database/connection.ts";
import type { ActionKind, ActionKinds } from "../actions/action-kind.ts";
import { ofEachKind } from "../actions/each-kind.ts";
import { SEGMENT_COLUMNS } from "../columns.ts";
import { timingSql } from "../schedule/timing.ts";

export type SavedAction = WholeAction & { id: number };
type SegmentSays = Omit<CampaignDocument["segments"][number], "id" | "target" | "actions">;
export type SavedSegment = SegmentSays & {
  id: number;
  target: unknown;
  lua_script: string;
  target_count: number | null;
  actions: SavedAction[];
};

/** A campaign's segments by priority with their actions by seq, in one statement. */
export async function segmentsOf(
  tx: Tx,
  kinds: ActionKinds,
  accountId: number,
  campaignId: number,
): Promise<SavedSegment[]> {
  return tx.all<SavedSegment>`select segment.id, ${qualifiedColumns("segment", SEGMENT_COLUMNS)}, segment.lua_script, segment.target_count,
      coalesce((select json_agg(jsonb_build_object('id', action.id, 'seq', action.seq, 'type', action.type, ${timingSql}, action.type,
            ${ofEachKind(kinds, ({ content }) => sql`to_jsonb(${content.read})`)}) || ${ofEachKind(kinds, readFurther)}
            order by action.seq)
          from campaign_actions action
          where action.account_id = segment.account_id and action.campaign_segment_id = segment.id and action.active_status = 'active'
            and action.type = any(${kinds.map(({ type }) => type)}::text[])),
        '[]') as actions
    from campaign_segments segment
    where segment.account_id = ${accountId} and segment.campaign_id = ${campaignId} and segment.active_status = 'active'
    order by segment.priority_seq`;
}

function readFurther({ content: { readFurther: further = {} } }: ActionKind): RawBuilder<unknown> {
  const named = Object.entries(further).map(([name, read]) => sql`${sql.lit(name)}, ${read}`);
  return sql`jsonb_build_object(${sql.join(named)})`;
}

/** A segment that the campaign has, or had and may have again, with its actions. */
export type SegmentPart = { id: number; is_removed: boolean; actions: { id: number; type: string }[] };

/** All parts that a document of the campaign can name: also those that were taken out and are still there. */
export async function segmentParts(tx: Tx, accountId: number, campaignId: number): Promise<SegmentPart[]> {
  return tx.all<SegmentPart>`select segment.id, segment.active_status = 'inactive' as is_removed,
      coalesce((select json_agg(json_build_object('id', action.id, 'type', action.type) order by action.id)
          from campaign_actions action
          where action.account_id = segment.account_id and action.campaign_segment_id = segment.id),
        '[]') as actions
    from campaign_segments segment
    where segment.account_id = ${accountId} and segment.campaign_id = ${campaignId}
    order by segment.id`;
}

const NEW_SEGMENT = { name: "", benefits_to_reached: true };

type Known = Pick<CampaignDocument, "preset_type" | "purpose" | "priority" | "control_rate"> & {
  segments: readonly SavedSegment[];
};
export const NOTHING_KNOWN: Known = { ...NEW_CAMPAIGN, preset_type: null, segments: [] };

/** What an edit says, and what it leaves unsaid as it is saved. */
export function wholeDocument(input: CampaignEdit, saved: Known): CampaignDocument {
  const known = new Map(saved.segments.map((segment) => [segment.id, segment]));
  const actions = new Map(saved.segments.flatMap((segment) => segment.actions).map((action) => [action.id, action]));
  return {
    ...input,
    preset_type: input.preset_type ?? saved.preset_type,
    purpose: input.purpose ?? saved.purpose,
    priority: input.priority ?? saved.priority,
    control_rate: input.control_rate ?? saved.control_rate,
    segments: input.segments.map((segment) => {
      const was = known.get(segment.id ?? 0) ?? NEW_SEGMENT;
      return {
        ...segment,
        name: segment.name ?? was.name,
        benefits_to_reached: segment.benefits_to_reached ?? was.benefits_to_reached,
        actions: segment.actions.map((action) => wholeAction(action, actions.get(action.id ?? 0))),
      };
    }),
  };
}

/** When it happens is said as one: whoever says a part of it says all of it. */
function wholeAction(action: CampaignAction, saved: SavedAction | undefined): WholeAction {
  const isReportedNow = TIMING_FIELDS.some((field) => action[field] !== undefined);
  const { schedule, schedule_once, trigger } = isReportedNow ? action : (saved ?? BY_HAND);
  const timing = { schedule: schedule ?? null, schedule_once: schedule_once ?? null, trigger: trigger ?? null };
  return { ...action, ...timing, ...wholeFurther(action, saved) } as WholeAction;
}

/** More of its kind. Without what it stands beside there is none. */
function wholeFurther(action: CampaignAction, saved: SavedAction | undefined): Record<string, unknown> {
  const name = furtherName(action.type);
  if (name === undefined) return {};
  const source = name in action ? action : saved;
  const held = (source as Record<string, unknown> | undefined)?.[name];
  return { [name]: actionDetailOf(action) === null && !(name in action) ? [] : (held ?? []) };
}
