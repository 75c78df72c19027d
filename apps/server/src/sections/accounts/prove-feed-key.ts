import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError } from "../../http/errors.ts";
import { inContract } from "../../session/in-force.ts";
import { hashToken } from "../../session/session-store.ts";

export type FeedChannelName = "plain" | "dynalution" | "s4";
/** The key of one facility, as its batches name it. */
export type FeedKey = { id: number; accountId: number; facilityId: number; channel: FeedChannelName };

const KEY = /^Bearer (okf_[A-Za-z0-9_-]{43})$/;

/**
 * Whose key it is. Unknown, revoked and expired keys and those of another channel are answered alike, so that nobody learns which ones
 * there are. `channel` null: any. @throws CallError INVALID_KEY, OUT_OF_CONTRACT
 */
export async function proveFeedKey(
  app: App,
  authorization: string | undefined,
  channel: FeedChannelName | null,
): Promise<FeedKey> {
  const key = KEY.exec(authorization ?? "")?.[1];
  if (key === undefined) throw new CallError("INVALID_KEY");
  const found = await app.database.asSystem(
    (tx) => tx.maybe<Omit<FeedKey, "accountId" | "facilityId"> & { account: number; facility: number; open: boolean }>`
      select k.id, k.account_id as account, k.facility_account_id as facility, coalesce(k.feed_channel, 'plain') as channel,
        ${inContract(todayOf(app.clock))} and a.active_status = 'active' as open
      from feed_keys k join accounts a on a.id = k.facility_account_id
      where k.key_hash = ${hashToken(key)} and k.revoked_at is null and k.active_status = 'active'
        and (k.expires_at is null or k.expires_at > ${app.clock.now()})`,
  );
  if (!found || (channel !== null && found.channel !== channel)) throw new CallError("INVALID_KEY");
  // product §1: outside the contract period its jobs do not run.
  if (!found.open) throw new CallError("OUT_OF_CONTRACT");
  return { id: found.id, accountId: found.account, facilityId: found.facility, channel: found.channel };
}

/** For the list of keys; a minute is exact enough, and senders that share a key do not wait for each other. */
export async function noteKeyUse(tx: Tx, { accountId, id }: FeedKey, now: Date): Promise<void> {
  await tx.run`update feed_keys set last_used_at = ${now} where account_id = ${accountId} and id = ${id}
    and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')`;
}
