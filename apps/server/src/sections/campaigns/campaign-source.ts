import { checkedTarget } from "@okaeri/domain/segments/target";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import type { Condition } from "../../database/form-sql.ts";
import type { ActionKinds } from "../actions/action-kind.ts";
import type { PushSource } from "../pushes/ports.ts";
import { stopPushes } from "../pushes/stop-pushes.ts";
import { meantGuests } from "../segments/meant-guests.ts";
import { contentHash } from "./document/content-hash.ts";

/** What the push engine needs from the campaign of a push. */
export const campaignSource = (kinds: ActionKinds): PushSource => ({
  ...REST,
  kind: "by_hand",
  needs: "campaigns/edit",
  lock: lockCampaignRow,
  async audience(tx, { accountId, campaignSegmentId, facilityIds }, moment) {
    const found = await tx.maybe<{ target: unknown }>`select target
      from campaign_segments
      where account_id = ${accountId} and id = ${campaignSegmentId}`;
    // Saved and activated only after the same check.
    const { form } = checkedTarget(found?.target);
    const { conditions, byGuest } = await meantGuests(tx, { accountId, facilityIds }, [{ form }], moment);
    return { meant: conditions[0] as Condition, byGuest };
  },
  async benefitsToReached(tx, accountId, campaignId) {
    const found = await tx.all<{ id: number }>`select id
      from campaign_segments
      where account_id = ${accountId} and campaign_id = ${campaignId} and benefits_to_reached`;
    return new Set(found.map(({ id }) => id));
  },
  contentHash: (tx, accountId, campaignId) => contentHash(tx, kinds, accountId, campaignId),
  async approvalVoided(tx, accountId, campaignId) {
    await recordAudit(tx, {
      actorUserId: null,
      accountId,
      action: "approval_void",
      entity: "campaigns",
      entityId: campaignId,
    });
  },
  async stop(tx, stop) {
    const { accountId, campaignId, reason } = stop;
    await stopCampaignRow(tx, { ...stop, by: null });
    await recordAudit(tx, {
      actorUserId: null,
      accountId,
      action: "stop",
      entity: "campaigns",
      entityId: campaignId,
      after: { reason },
    });
  },
});

/** The part that is needed where its pushes only end. */
const REST: Pick<PushSource, "rest"> = {
  async rest(tx, accountId, campaignId) {
    await tx.run`update campaigns
      set status = 'inactive', stopped_at = null, updated_at = now()
      where account_id = ${accountId} and id = ${campaignId} and status in ('active', 'stopped') and type <> 'basic'`;
  },
};

/**
 * Locks a campaign until the transaction ends, so that two clicks run one after the other. `for no key update` still lets rows be added
 * that refer to it: otherwise a stop and a batch of points would deadlock.
 */
export async function lockCampaignRow(tx: Tx, accountId: number, id: number): Promise<boolean> {
  const found = await tx.all`select from campaigns where account_id = ${accountId} and id = ${id} for no key update`;
  return found.length > 0;
}

/** Stops a locked campaign and all its pushes under way; `reason` is a code of STOP_REASONS where no person stopped it. */
export async function stopCampaignRow(
  tx: Tx,
  stop: { accountId: number; campaignId: number; by: number | null; now: Date; reason: string | null },
): Promise<void> {
  const { accountId, campaignId, by, now } = stop;
  await tx.run`update campaigns
    set status = 'stopped', stopped_at = ${now}, version = version + 1, updated_by = ${by}, updated_at = ${now}
    where account_id = ${accountId} and id = ${campaignId}`;
  await stopPushes(tx, REST, stop);
}
