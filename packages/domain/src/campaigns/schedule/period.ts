import type { CalendarDate } from "../../calendar-date.ts";
import type { CampaignStatus } from "../../enumerations.ts";

/** First and last day of a campaign, both inclusive; null = open. */
export interface CampaignPeriod {
  start: CalendarDate | null;
  end: CalendarDate | null;
}

export type PeriodPosition = "upcoming" | "within" | "over";

/** Where a day lies against the period. */
export function periodPosition(period: CampaignPeriod, date: CalendarDate): PeriodPosition {
  if (period.start !== null && date < period.start) return "upcoming";
  return period.end !== null && date > period.end ? "over" : "within";
}

/** Whether the campaign runs that day: active, and the day lies within its period. */
export function isRunning(campaign: CampaignPeriod & { status: CampaignStatus }, date: CalendarDate): boolean {
  return campaign.status === "active" && periodPosition(campaign, date) === "within";
}
