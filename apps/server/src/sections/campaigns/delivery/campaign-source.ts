import { checkedTarget } from "@okaeri/domain/segments/target";
import { sql } from "kysely";
import { recordAudit } from "../../../audit/record-audit.ts";
import type { Tx } from "../../../database/connection.ts";
import type { Condition } from "../../../database/form-sql.ts";
import type { PushSource } from "../../pushes/ports.ts";
import { hasOpenPush } from "../../pushes/pushes.read.ts";
import { stopPushes } from "../../pushes/stop-pushes.ts";
import { matchingGuests } from "../../segments/matching-guests.ts";
import type { ActionKinds } from "../actions/action-kind.ts";
import { contentHash } from "../review/content-hash.ts";
import { goesOnByItself } from "../schedule/plan-runs.ts";
import { meansOccasions, snapshotDefinition } from "./definitions.ts";

/** What the push engine needs from the campaign of a push. */
export const campaignSource = (kinds: ActionKinds, kind: "by_hand" | "schedule" = "by_hand"): PushSource => ({
  ...REST,
  kind,
  needs: "campaigns/edit",
  lock: lockCampaignRow,
  async audience(tx, { accountId, campaignSegmentId, facilityIds, decided }, moment) {
    const targets = await tx.all<{ target: unknown }>`select earlier_segment.target
      from campaign_segments segment
      join campaign_segments earlier_segment on earlier_segment.account_id = segment.account_id
        and earlier_segment.campaign_id = segment.campaign_id and earlier_segment.active_status = 'active'
        and earlier_segment.priority_seq <= segment.priority_seq and earlier_segment.id <> all(${decided}::bigint[])
        and (earlier_segment.id = segment.id or not ${meansOccasions("earlier_segment")})
      where segment.account_id = ${accountId} and segment.id = ${campaignSegmentId}
      order by earlier_segment.id = segment.id desc, earlier_segment.priority_seq`;
    // Saved and activated only after the same check.
    const forms = targets.map(({ target }) => ({ form: checkedTarget(target).form }));
    const { conditions, byGuest } = await matchingGuests(tx, { accountId, facilityIds }, forms, moment);
    const [own, ...earlier] = conditions as [Condition, ...Condition[]];
    const matches = sql<boolean>`(${sql.join([own, ...earlier.map((one) => sql`not ${one}`)], sql` and `)})`;
    return { matches, byGuest };
  },
  async benefitsToReached(tx, accountId, campaignId) {
    const found = await tx.all<{ id: number }>`select id
      from campaign_segments
      where account_id = ${accountId} and campaign_id = ${campaignId} and benefits_to_reached`;
    return new Set(found.map(({ id }) => id));
  },
  async frequencyLimitOf(tx, accountId, campaignActionId) {
    if (kind === "by_hand") return null;
    const found = await tx.maybe<{
      once_per: "year" | "days" | "ever" | null;
      once_days: number | null;
    }>`select once_per, once_days
      from schedules
      where account_id = ${accountId} and campaign_action_id = ${campaignActionId}`;
    return found?.once_per ? { per: found.once_per, days: found.once_days } : null;
  },
  snapshotDefinition,
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
    await tx.run`update campaigns campaign
      set status = 'inactive', stopped_at = null, updated_at = now()
      where campaign.account_id = ${accountId} and campaign.id = ${campaignId} and campaign.status in ('active', 'stopped')
        and campaign.type <> 'basic' and not ${goesOnByItself}`;
  },
};

/** A send was called off: the campaign rests, unless another one is open or something of it is still to come. */
export async function restAfterCallOff(
  tx: Tx,
  { accountId, campaignId, by, now }: { accountId: number; campaignId: number; by: number; now: Date },
): Promise<void> {
  if (await hasOpenPush(tx, accountId, campaignId)) return;
  await tx.run`update campaigns campaign
    set status = 'inactive', stopped_at = null, version = campaign.version + 1, updated_by = ${by}, updated_at = ${now}
    where campaign.account_id = ${accountId} and campaign.id = ${campaignId} and not ${goesOnByItself}`;
}

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
