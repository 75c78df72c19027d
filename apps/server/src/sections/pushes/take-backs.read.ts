import type { ActionType } from "@okaeri/domain/enumerations";
import { MESSAGES } from "@okaeri/domain/pushes/next-steps";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

/** What a send gave by one action. */
export type SentBenefit = { id: number; campaign_action_id: number; channel: ActionType };

export type Send = {
  trigger_key: string;
  /** Somebody still gets something of it. */
  is_running: boolean;
  benefits: SentBenefit[];
};

/** SQL over pushes `p`: it gives, and is not told. */
const gives = sql`p.channel <> all(${MESSAGES}::text[])`;

/** The send of a campaign that this push is part of. */
export async function sendOf(
  tx: Tx,
  accountId: number,
  campaignId: number,
  pushActionId: number,
): Promise<Send | null> {
  const found = await tx.maybe<Send>`select p.trigger_key,
      bool_or(p.push_status in ('standby', 'doing') and not p.stop_requested) as is_running,
      coalesce(json_agg(json_build_object('id', p.id, 'campaign_action_id', p.campaign_action_id, 'channel', p.channel) order by p.id)
        filter (where ${gives}), '[]') as benefits
    from push_actions asked
    join push_actions p on p.account_id = asked.account_id and p.campaign_id = asked.campaign_id and p.trigger_key = asked.trigger_key
    where asked.account_id = ${accountId} and asked.campaign_id = ${campaignId} and asked.id = ${pushActionId}
    group by p.trigger_key`;
  return found ?? null;
}

/** SQL over pushes `p`: nothing goes out of their send any more, nothing of it is being taken back, and they gave something. */
export const canBeTakenBack: RawBuilder<boolean> = sql<boolean>`(${gives} and p.sent_count > 0
  and not exists (select from push_actions o where o.account_id = p.account_id and o.campaign_id = p.campaign_id
    and o.trigger_key = p.trigger_key and o.push_status in ('standby', 'doing') and not o.stop_requested)
  and not exists (select from send_take_backs b where b.account_id = p.account_id and b.campaign_id = p.campaign_id
    and b.trigger_key = p.trigger_key and b.state = 'running'))`;

/** A part of a send that gave something which may be there to be taken back. */
export type Returnable = {
  id: number;
  type: ActionType;
  campaign_action_id: number;
  trigger_key: string;
  push_scheduled_time: Date;
  points_granted: number;
  can_be_taken_back: boolean;
  was_taken_back: boolean;
};

/** Those of a campaign, of all its sends, the newest first. */
export async function returnablesOf(tx: Tx, accountId: number, campaignId: number): Promise<Returnable[]> {
  return tx.all<Returnable>`select p.id, p.channel as type, p.campaign_action_id, p.trigger_key, p.push_scheduled_time,
      p.granted_points as points_granted, true as can_be_taken_back, ${wasTakenBack} as was_taken_back
    from push_actions p
    where p.account_id = ${accountId} and p.campaign_id = ${campaignId} and not p.in_sets and ${canBeTakenBack} order by p.id desc`;
}

/** SQL over pushes `p`: what their send gave is taken back, or being taken back. */
export const wasTakenBack: RawBuilder<boolean> = sql<boolean>`exists (select from send_take_backs b
  where b.account_id = p.account_id and b.campaign_id = p.campaign_id and b.trigger_key = p.trigger_key)`;

export type TakeBackRow = {
  id: number;
  /** When the send was started. */
  sent_at: Date;
  state: "running" | "done";
  guests: number;
  done: number;
  customers: number;
  points: number;
  coupons: number;
  remarks: string;
  created_by_name: string;
  created_at: Date;
};

/** The newest ones of a campaign. */
export async function takeBacksOf(tx: Tx, accountId: number, campaignId: number): Promise<TakeBackRow[]> {
  return tx.all<TakeBackRow>`select b.id, b.state, b.guests, b.done, b.customers, b.points, b.coupons, b.remarks, u.name as created_by_name,
      b.created_at, (select min(p.push_scheduled_time) from push_actions p where p.account_id = b.account_id
        and p.campaign_id = b.campaign_id and p.trigger_key = b.trigger_key) as sent_at
    from send_take_backs b join users u on u.id = b.created_by
    where b.account_id = ${accountId} and b.campaign_id = ${campaignId} order by b.id desc limit 10`;
}
