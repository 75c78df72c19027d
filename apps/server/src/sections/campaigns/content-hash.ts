import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { couponOfAction } from "../coupons/coupons.read.ts";
import { senderShown } from "../messaging/mail-sender.read.ts";

const BOOKKEEPING = sql`array['created_by', 'created_at', 'updated_by', 'updated_at']`;

/**
 * A hash of all that a campaign gives and says to whom, the sender's signature and legal block included. What is counted or noted beside
 * it changes nothing.
 */
export async function contentHash(tx: Tx, accountId: number, campaignId: number): Promise<Buffer> {
  const { hash } = await tx.one<{
    hash: Buffer;
  }>`select sha256(convert_to(jsonb_build_array(c.name, ${senderShown(accountId)}, (
        select jsonb_agg(jsonb_build_array(s.id, s.priority_seq, s.target, s.lua_script, a.id, a.seq, a.type,
          to_jsonb(p) - 'id' - ${BOOKKEEPING}, ${couponOfAction}::jsonb, to_jsonb(m) - 'id' - ${BOOKKEEPING}) order by s.id, a.id)
        from campaign_segments s
        join campaign_actions a on a.account_id = s.account_id and a.campaign_segment_id = s.id and a.active_status = 'active'
        left join points p on p.account_id = a.account_id and p.campaign_action_id = a.id
        left join mails m on m.account_id = a.account_id and m.campaign_action_id = a.id
        where s.account_id = c.account_id and s.campaign_id = c.id and s.active_status = 'active'))::text, 'UTF8')) as hash
    from campaigns c where c.account_id = ${accountId} and c.id = ${campaignId}`;
  return hash;
}
