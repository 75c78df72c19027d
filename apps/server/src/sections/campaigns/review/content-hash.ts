import { NEW_CAMPAIGN } from "@okaeri/domain/campaigns/delivery/purpose";
import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { senderShown } from "../../messaging/mail-sender.read.ts";
import type { ActionKinds } from "../actions/action-kind.ts";
import { ofEachKind } from "../actions/each-kind.ts";
import { timingFingerprint } from "../schedule/timing.ts";

/** Only where it is so: approvals that were given before segments said it stay valid. */
const toReached = sql`case when segment.benefits_to_reached then '["benefits_to_reached"]'::jsonb else '[]' end`;

/** The same of what a campaign is to guests, and of who gets nothing of it. */
const audienceText = sql`case when campaign.purpose <> ${NEW_CAMPAIGN.purpose} or campaign.control_rate <> ${NEW_CAMPAIGN.control_rate}
  then jsonb_build_array(campaign.purpose, campaign.control_rate) else '[]' end`;

/**
 * A hash of everything that a campaign gives and tells guests, with the sender's signature and legal block. Counts and notes do not change
 * it. Each kind says what of its actions is hashed; a new kind changes no hash of a campaign without it.
 */
export async function contentHash(tx: Tx, kinds: ActionKinds, accountId: number, campaignId: number): Promise<Buffer> {
  const { hash } = await tx.one<{
    hash: Buffer;
  }>`select sha256(convert_to((jsonb_build_array(campaign.name, ${senderShown(accountId)},
      (select jsonb_agg(jsonb_build_array(segment.id, segment.priority_seq, segment.target, segment.lua_script, action.id, action.seq,
          action.type) || ${toReached} || ${timingFingerprint} || ${ofEachKind(kinds, ({ content }) => content.approvalFingerprint)}
          order by segment.id, action.id)
        from campaign_segments segment
        join campaign_actions action on action.account_id = segment.account_id and action.campaign_segment_id = segment.id
          and action.active_status = 'active'
        where segment.account_id = campaign.account_id and segment.campaign_id = campaign.id
          and segment.active_status = 'active')) || ${audienceText})::text,
      'UTF8')) as hash
    from campaigns campaign
    where campaign.account_id = ${accountId} and campaign.id = ${campaignId}`;
  return hash;
}
