import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "./given-ids.ts";

export type BasicCampaign = {
  id: number;
  /** Days in Asia/Tokyo on which a stay may end to earn, inclusive; null: open. */
  start_on: CalendarDate | null;
  end_on: CalendarDate | null;
  /** False for a campaign that no longer runs but had granted for one of the stays: a correction keeps what was earned. */
  running: boolean;
  /** By priority, 1 first. `tree` null with `everybody` false: a condition that cannot be evaluated, which nobody meets. */
  segments: { id: number; tree: unknown; everybody: boolean }[];
};

/** Basic campaigns with points to give: those that run, and those that had granted for these stays. */
export async function basicCampaigns(tx: Tx, accountId: number, stayIds: readonly number[]): Promise<BasicCampaign[]> {
  const found = await sql<BasicCampaign>`
    with ${givenIds(accountId, stayIds)}
    select c.id, c.campaign_start_dt as start_on, c.campaign_end_dt as end_on, c.status = 'active' as running,
      (select json_agg(json_build_object('id', s.id, 'tree', s.target, 'everybody', s.target is null and s.lua_script = 'true')
          order by s.priority_seq)
        from campaign_segments s
        where s.account_id = c.account_id and s.campaign_id = c.id and s.active_status = 'active') as segments
    from campaigns c
    where c.account_id = ${accountId} and c.type = 'basic'
      and exists (select from campaign_segments s join campaign_actions a on a.account_id = s.account_id and a.campaign_segment_id = s.id
        where s.account_id = c.account_id and s.campaign_id = c.id and s.active_status = 'active' and a.type = 'point'
          and a.active_status = 'active')
      and (c.status = 'active' or c.id in (
        select s.campaign_id from given n
        join grant_points g on g.account_id = n.account_id and g.stay_transaction_id = n.id
        join campaign_actions a on a.account_id = g.account_id and a.id = g.action_id
        join campaign_segments s on s.account_id = a.account_id and s.id = a.campaign_segment_id))
    order by c.id`.execute(tx.db);
  return found.rows;
}
