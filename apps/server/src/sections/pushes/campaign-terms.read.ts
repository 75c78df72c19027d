import { BIRTHDAY_PRESETS } from "@okaeri/domain/campaigns/delivery/message-class";
import type { MessageClass } from "@okaeri/domain/customers/consent";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

/** Under which terms a campaign reaches guests. */
export type CampaignTerms = {
  /** `service`: about the stay, without advertising. */
  purpose: "marketing" | "service";
  /** Of two that meet the limit of messages the lower one counts first. */
  priority: number;
  /** Percent of its guests who are left out to be compared with. */
  controlRate: number;
  /** Percent of all guests who are left out of everything that advertises. */
  standingRate: number;
  /** Class of its messages. */
  messageClass: MessageClass;
};

/** Those of a message, and where it stands among all that wait: the limit of messages counts what is before it. */
export type MessageTerms = Pick<CampaignTerms, "purpose" | "priority" | "messageClass"> & {
  plannedAt: Date;
  /** Null: it is not made yet. */
  pushActionId: number | null;
  /** Forecasts only: messages of runs before it, which the limit counts too. `caller`: the caller applies the limit. */
  forecast?: readonly ForecastMessages[] | "caller" | undefined;
};
/** Guests whom a forecast run sends a message. */
export type ForecastMessages = { at: Date; customerIds: readonly number[] };

/** SQL over campaigns `campaign`: the class of its messages. The domain has the same rule (`messageClassOf`). */
export const messageClassOfCampaign = sql<MessageClass>`case
    when campaign.preset_type = any(${BIRTHDAY_PRESETS}::text[]) or exists (select from campaign_segments segment
      join campaign_actions action on action.account_id = segment.account_id and action.campaign_segment_id = segment.id
      join triggers trigger on trigger.account_id = action.account_id and trigger.campaign_action_id = action.id
        and trigger.base = 'birthday'
      where segment.account_id = campaign.account_id and segment.campaign_id = campaign.id) then 'birthday'
    when campaign.type = 'customer_service' then 'around_stays'
    else 'news' end`;

export async function campaignTerms(tx: Tx, accountId: number, campaignId: number): Promise<CampaignTerms> {
  const row = await tx.one<{
    purpose: CampaignTerms["purpose"];
    priority: number;
    control_rate: number;
    standing_rate: number;
    message_class: MessageClass;
  }>`select campaign.purpose, campaign.priority, campaign.control_rate, coalesce(setting.standing_control_rate, 0) as standing_rate,
      ${messageClassOfCampaign} as message_class
    from campaigns campaign
    left join account_settings setting on setting.account_id = campaign.account_id
    where campaign.account_id = ${accountId} and campaign.id = ${campaignId}`;
  const { purpose, priority } = row;
  return {
    purpose,
    priority,
    controlRate: row.control_rate,
    standingRate: row.standing_rate,
    messageClass: row.message_class,
  };
}

/** Percent of all guests who are left out of everything that advertises. */
export async function standingRateOf(tx: Tx, accountId: number): Promise<number> {
  const row = await tx.maybe<{ rate: number }>`select standing_control_rate as rate
    from account_settings
    where account_id = ${accountId}`;
  return row?.rate ?? 0;
}
