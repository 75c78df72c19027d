import type { Tx } from "../../../database/connection.ts";
import type { ActionKinds } from "../../actions/action-kind.ts";
import { senderShown } from "../../messaging/mail-sender.read.ts";
import { ofEachKind } from "./each-kind.ts";

/**
 * A hash of everything that a campaign gives and tells guests, with the sender's signature and legal block. Counts and notes do not change
 * it. Each kind says what of its actions is hashed; a new kind changes no hash of a campaign without it.
 */
export async function contentHash(tx: Tx, kinds: ActionKinds, accountId: number, campaignId: number): Promise<Buffer> {
  const { hash } = await tx.one<{
    hash: Buffer;
  }>`select sha256(convert_to(jsonb_build_array(c.name, ${senderShown(accountId)}, (
        select jsonb_agg(jsonb_build_array(s.id, s.priority_seq, s.target, s.lua_script, a.id, a.seq, a.type)
          || ${ofEachKind(kinds, ({ hashed }) => hashed)} order by s.id, a.id)
        from campaign_segments s
        join campaign_actions a on a.account_id = s.account_id and a.campaign_segment_id = s.id and a.active_status = 'active'
        where s.account_id = c.account_id and s.campaign_id = c.id and s.active_status = 'active'))::text, 'UTF8')) as hash
    from campaigns c where c.account_id = ${accountId} and c.id = ${campaignId}`;
  return hash;
}
