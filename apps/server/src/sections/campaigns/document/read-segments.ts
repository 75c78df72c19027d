import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import type { Tx } from "../../../database/connection.ts";
import type { ActionKinds } from "../../actions/action-kind.ts";
import { ofEachKind } from "./each-kind.ts";

export type SavedAction = CampaignAction & { id: number };
export type SavedSegment = {
  id: number;
  priority_seq: number;
  name: string;
  target: unknown;
  lua_script: string;
  target_count: number | null;
  benefits_to_reached: boolean;
  actions: SavedAction[];
};

/** A campaign's segments by priority with their actions by seq, in one statement. */
export async function segmentsOf(
  tx: Tx,
  kinds: ActionKinds,
  accountId: number,
  campaignId: number,
): Promise<SavedSegment[]> {
  return tx.all<SavedSegment>`select segment.id, segment.priority_seq, segment.name, segment.target, segment.lua_script,
      segment.target_count, segment.benefits_to_reached,
      coalesce((select json_agg(json_build_object('id', action.id, 'seq', action.seq, 'type', action.type, action.type,
            ${ofEachKind(kinds, ({ read }) => read)})
            order by action.seq)
          from campaign_actions action
          where action.account_id = segment.account_id and action.campaign_segment_id = segment.id and action.active_status = 'active'
            and action.type = any(${kinds.map(({ type }) => type)}::text[])),
        '[]') as actions
    from campaign_segments segment
    where segment.account_id = ${accountId} and segment.campaign_id = ${campaignId} and segment.active_status = 'active'
    order by segment.priority_seq`;
}
