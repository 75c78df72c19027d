import type { ActionType } from "@okaeri/domain/enumerations";
import { MESSAGE_CHANNELS } from "@okaeri/domain/pushes/next-steps";
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

/** SQL over pushes `push`: it gives, and is not told. */
const gives = sql`push.channel <> all(${MESSAGE_CHANNELS}::text[])`;

/** The send of a campaign that this push is part of. */
export async function sendOf(
  tx: Tx,
  accountId: number,
  campaignId: number,
  pushActionId: number,
): Promise<Send | null> {
  const found = await tx.maybe<Send>`select push.trigger_key,
      bool_or(push.push_status in ('standby', 'doing') and not push.stop_requested) as is_running,
      coalesce(json_agg(json_build_object('id', push.id, 'campaign_action_id', push.campaign_action_id, 'channel', push.channel)
        order by push.id) filter (where ${gives}),
        '[]') as benefits
    from push_actions asked_push
    join push_actions push on push.account_id = asked_push.account_id and push.campaign_id = asked_push.campaign_id
      and push.trigger_key = asked_push.trigger_key
    where asked_push.account_id = ${accountId} and asked_push.campaign_id = ${campaignId} and asked_push.id = ${pushActionId}
    group by push.trigger_key`;
  return found ?? null;
}

/** SQL over pushes `push`: nothing goes out of their send any more, nothing of it is being taken back, and they gave something. */
export const isRevocable: RawBuilder<boolean> = sql<boolean>`(${gives} and push.sent_count > 0
  and not exists (select from push_actions open_push
    where open_push.account_id = push.account_id
      and open_push.campaign_id = push.campaign_id and open_push.trigger_key = push.trigger_key
      and open_push.push_status in ('standby', 'doing') and not open_push.stop_requested)
  and not exists (select from send_revocations send_revocation
    where send_revocation.account_id = push.account_id
      and send_revocation.campaign_id = push.campaign_id and send_revocation.trigger_key = push.trigger_key
      and send_revocation.state = 'running'))`;

/** A part of a send that gave something which may be there to be taken back. */
export type Returnable = {
  id: number;
  type: ActionType;
  campaign_action_id: number;
  trigger_key: string;
  push_scheduled_time: Date;
  points_granted: number;
  is_revocable: boolean;
  was_revoked: boolean;
};

/** Those of a campaign, of all its sends, the newest first. */
export async function returnablesOf(tx: Tx, accountId: number, campaignId: number): Promise<Returnable[]> {
  return tx.all<Returnable>`select push.id, push.channel as type, push.campaign_action_id, push.trigger_key, push.push_scheduled_time,
      push.granted_points as points_granted, true as is_revocable, ${wasRevoked} as was_revoked
    from push_actions push
    where push.account_id = ${accountId} and push.campaign_id = ${campaignId} and not push.in_sets and ${isRevocable}
    order by push.id desc`;
}

/** SQL over pushes `push`: what their send gave is taken back, or being taken back. */
export const wasRevoked: RawBuilder<boolean> = sql<boolean>`exists (select from send_revocations send_revocation
  where send_revocation.account_id = push.account_id and send_revocation.campaign_id = push.campaign_id
    and send_revocation.trigger_key = push.trigger_key)`;

export type RevocationRow = {
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
export async function revocationsOf(tx: Tx, accountId: number, campaignId: number): Promise<RevocationRow[]> {
  return tx.all<RevocationRow>`select send_revocation.id, send_revocation.state, send_revocation.guests, send_revocation.done,
      send_revocation.customers, send_revocation.points, send_revocation.coupons, send_revocation.remarks, person.name as created_by_name,
      send_revocation.created_at,
      (select min(push.push_scheduled_time)
        from push_actions push
        where push.account_id = send_revocation.account_id
          and push.campaign_id = send_revocation.campaign_id and push.trigger_key = send_revocation.trigger_key) as sent_at
    from send_revocations send_revocation
    join users person on person.id = send_revocation.created_by
    where send_revocation.account_id = ${accountId} and send_revocation.campaign_id = ${campaignId}
    order by send_revocation.id desc limit 10`;
}
