import { type CalendarDate, todayInTokyo } from "@okaeri/domain/calendar-date";
import { type Due, dueDays, dueOn, type Once, type TriggerMoment } from "@okaeri/domain/campaigns/triggers/occasion";
import type { MessageClass } from "@okaeri/domain/customers/consent";
import type { ActionType } from "@okaeri/domain/enumerations";
import type { Tx } from "../../../database/connection.ts";
import { messageClassOfCampaign } from "../../pushes/campaign-terms.read.ts";

/** An action of a running campaign with its trigger. */
export type TriggeredAction = TriggerMoment &
  Once & {
    campaign_id: number;
    campaign_start_dt: CalendarDate | null;
    campaign_end_dt: CalendarDate | null;
    activated_at: Date;
    purpose: "marketing" | "service";
    priority: number;
    control_rate: number;
    message_class: MessageClass;
    benefits_to_reached: boolean;
    /** Whose guests it means, of the person who switched it on; null: all. */
    facility_ids: number[] | null;
    segment_id: number;
    action_id: number;
    type: ActionType;
  };

/** Triggers of running campaigns, or of one, by campaign, segment and place. */
export const runningTriggers = (tx: Tx, accountId: number, campaignId: number | null): Promise<TriggeredAction[]> =>
  triggersOf(tx, accountId, campaignId, null);

/** How a campaign would run that somebody switched on at this moment. */
type SwitchedOn = { now: Date; facilityIds: readonly number[] | null };

/** Triggers of a campaign; of one that is not running as if it were switched on now. */
export const savedTriggers = (
  tx: Tx,
  accountId: number,
  campaignId: number,
  on: SwitchedOn,
): Promise<TriggeredAction[]> => triggersOf(tx, accountId, campaignId, on);

function triggersOf(
  tx: Tx,
  accountId: number,
  campaignId: number | null,
  on: SwitchedOn | null,
): Promise<TriggeredAction[]> {
  return tx.all<TriggeredAction>`select campaign.id as campaign_id, campaign.campaign_start_dt, campaign.campaign_end_dt,
      case when campaign.status = 'active' then campaign.activated_at else ${on?.now ?? null}::timestamptz end as activated_at,
      case when campaign.status = 'active' then campaign.run_facility_ids else ${on?.facilityIds ?? null}::bigint[] end as facility_ids,
      campaign.purpose, campaign.priority, campaign.control_rate, ${messageClassOfCampaign} as message_class, segment.benefits_to_reached,
      segment.id as segment_id, action.id as action_id, action.type,
      trigger.base, trigger.offset_days, left(trigger.time::text, 5) as time, trigger.once_per, trigger.once_days
    from triggers trigger
    join campaign_actions action on action.account_id = trigger.account_id and action.id = trigger.campaign_action_id
      and action.active_status = 'active'
    join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
      and segment.active_status = 'active'
    join campaigns campaign on campaign.account_id = segment.account_id and campaign.id = segment.campaign_id
      and (${on !== null} or (campaign.status = 'active' and campaign.activated_at is not null))
    where trigger.account_id = ${accountId} and (${campaignId}::bigint is null or campaign.id = ${campaignId})
    order by campaign.id, segment.priority_seq, action.seq`;
}

/** What several actions of a campaign answer together: the same days and time. */
export type TriggerOccasion = TriggerMoment & { actions: TriggeredAction[] };

export function triggerOccasions(actions: readonly TriggeredAction[]): TriggerOccasion[] {
  const together = Map.groupBy(actions, ({ base, offset_days, time }) => `${base} ${offset_days} ${time}`);
  return [...together.values()].flatMap((of) => {
    const [first] = of;
    return first ? [{ base: first.base, offset_days: first.offset_days, time: first.time, actions: of }] : [];
  });
}

/** The days of the base that are due, within the campaign's period. */
export function dueOf(occasion: TriggerOccasion, now: Date, lateHours: number): Due[] {
  const [action] = occasion.actions;
  if (!action) return [];
  const since = action.activated_at;
  return dueDays(occasion, { now, lateHours, since }).filter(({ at }) => isInPeriod(action, todayInTokyo(at)));
}

/** The same of days as they come, for a campaign that meets what comes after it was switched on. */
export function dueOnDays(occasion: TriggerOccasion, days: readonly CalendarDate[]): Due[] {
  const [action] = occasion.actions;
  if (!action) return [];
  return days
    .filter((day) => isInPeriod(action, day))
    .map((day) => dueOn(occasion, day))
    .filter(({ at }) => at >= action.activated_at);
}

/** The campaign's first and last day belong to it. */
export const isInPeriod = (
  { campaign_start_dt: first, campaign_end_dt: last }: Pick<TriggeredAction, "campaign_start_dt" | "campaign_end_dt">,
  day: CalendarDate,
): boolean => (first === null || first <= day) && (last === null || day <= last);
