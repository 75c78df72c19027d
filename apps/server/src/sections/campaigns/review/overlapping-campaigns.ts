import type { FieldCaution } from "@okaeri/contract/problems/cautions";
import type { CampaignPurpose } from "@okaeri/domain/campaigns/delivery/purpose";
import { occasionsOf } from "@okaeri/domain/campaigns/triggers/occasions";
import type { CampaignType } from "@okaeri/domain/enumerations";
import { checkedTarget } from "@okaeri/domain/segments/target";
import type { Tx } from "../../../database/connection.ts";
import type { Scope } from "../../../session/scope.ts";
import { type GuestSet, guestsInCommon } from "../../segments/guests-in-common.ts";
import type { SavedAction } from "../audience/read-segments.ts";
import type { CampaignEditContext } from "../save-campaign.ts";
import { timingSql } from "../schedule/timing.ts";
import { messagesSoon } from "./messages-soon.ts";

/** So many running campaigns are looked at, those switched on last, and so many are named. */
const LOOKED_AT = 20;
const NAMED = 3;

type RunningSegment = { target: unknown; actions: Pick<SavedAction, "schedule" | "trigger">[] };

/**
 * Campaigns that run and reach some of the same guests: for an always-on campaign those that pay the same stays, for a send those whose
 * messages reach them within a week.
 */
export async function overlappingCampaigns(
  tx: Tx,
  scope: Scope,
  campaign: { id: number; type: CampaignType; purpose: CampaignPurpose },
  mine: GuestSet,
  writer: CampaignEditContext,
): Promise<FieldCaution[]> {
  const running = await tx.all<{
    id: number;
    name: string;
    type: CampaignType;
    segments: RunningSegment[];
  }>`select running.id, running.name, running.type, jsonb_agg(jsonb_build_object('target', segment.target, 'actions',
      coalesce((select jsonb_agg(json_build_object(${timingSql}))
          from campaign_actions action
          where action.account_id = segment.account_id and action.campaign_segment_id = segment.id and action.active_status = 'active'),
        '[]'))) as segments
    from (
      select campaign.id, campaign.name, campaign.type
      from campaigns campaign
      where campaign.account_id = ${scope.accountId} and campaign.id <> ${campaign.id} and campaign.status = 'active'
        and (campaign.type = 'basic') = ${campaign.type === "basic"}
        and (campaign.campaign_end_dt is null or campaign.campaign_end_dt >= ${writer.today}::date)
      order by campaign.activated_at desc nulls last, campaign.id desc limit ${LOOKED_AT}
    ) running
    join campaign_segments segment on segment.account_id = ${scope.accountId} and segment.campaign_id = running.id
      and segment.active_status = 'active'
    group by running.id, running.name, running.type
    order by running.id`;
  if (running.length === 0) return [];
  if (campaign.type !== "basic") {
    const ids = running.map(({ id }) => id);
    const soon = await messagesSoon(tx, scope, ids, { guests: mine, purpose: campaign.purpose }, writer);
    return running
      .map(({ id, name }) => caution(name, soon.get(id) ?? 0))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
      .slice(0, NAMED);
  }
  const others = running.map((campaignBefore) =>
    campaignBefore.segments.map((segment) => ({
      form: checkedTarget(segment.target).form,
      occasions: occasionsOf(campaignBefore, segment),
    })),
  );
  const shared = await guestsInCommon(tx, scope, mine, { others, most: NAMED }, writer);
  return shared.map(({ place, guests }) => caution(running[place]?.name ?? "", guests));
}

const caution = (name: string, count: number) => ({
  path: "segments.0.target",
  code: "shares_guests" as const,
  name,
  count,
});
