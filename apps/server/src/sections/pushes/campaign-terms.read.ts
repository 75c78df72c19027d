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
};

/** Those of a message, and where it stands among all that wait: the limit of messages counts what is before it. */
export type MessageTerms = Pick<CampaignTerms, "purpose" | "priority"> & {
  plannedAt: Date;
  /** Null: it is not made yet. */
  pushActionId: number | null;
};

export async function campaignTerms(tx: Tx, accountId: number, campaignId: number): Promise<CampaignTerms> {
  const row = await tx.one<{
    purpose: CampaignTerms["purpose"];
    priority: number;
    control_rate: number;
    standing_rate: number;
  }>`select campaign.purpose, campaign.priority, campaign.control_rate, coalesce(setting.standing_control_rate, 0) as standing_rate
    from campaigns campaign
    left join account_settings setting on setting.account_id = campaign.account_id
    where campaign.account_id = ${accountId} and campaign.id = ${campaignId}`;
  const { purpose, priority } = row;
  return { purpose, priority, controlRate: row.control_rate, standingRate: row.standing_rate };
}

/** Percent of all guests who are left out of everything that advertises. */
export async function standingRateOf(tx: Tx, accountId: number): Promise<number> {
  const row = await tx.maybe<{ rate: number }>`select standing_control_rate as rate
    from account_settings
    where account_id = ${accountId}`;
  return row?.rate ?? 0;
}
