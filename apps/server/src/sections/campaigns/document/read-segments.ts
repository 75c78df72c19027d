import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import type { Tx } from "../../../database/connection.ts";
import type { ActionKinds } from "../../actions/action-kind.ts";
import { ofEachKind } from "./each-kind.ts";

export type SavedAction = CampaignAction & { id: number };
export type SavedSegment = {
  id: number;
  priority_seq: number;
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
  return tx.all<SavedSegment>`select s.id, s.priority_seq, s.target, s.lua_script, s.target_count,
      coalesce((select json_agg(json_build_object('id', a.id, 'seq', a.seq, 'type', a.type,
          a.type, ${ofEachKind(kinds, ({ read }) => read)}) order by a.seq)
        from campaign_actions a
        where a.account_id = s.account_id and a.campaign_segment_id = s.id and a.active_status = 'active'
          and a.type = any(${kinds.map(({ type }) => type)}::text[])), '[]') as actions
    from campaign_segments s
    where s.account_id = ${accountId} and s.campaign_id = ${campaignId} and s.active_status = 'active'
    order by s.priority_seq`;
}
