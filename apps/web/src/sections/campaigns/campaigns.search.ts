import type { ResultDimension, ResultFigure } from "@okaeri/contract/campaigns/results/result-figures";
import type { PeriodSearch } from "../../parts/periods/presets.ts";
import type { BookingSearch, CampaignSearch, RecipientSearch } from "./campaigns.api.ts";

// What the routes keep in the URL. Apart from the pages, because every route file is loaded with the first page.

/** The list, or the calendar of a month (YYYY-MM). */
export type CampaignListSearch = CampaignSearch & { show?: "calendar" | undefined; month?: string | undefined };

/** Tabs of a campaign's page. */
export const CAMPAIGN_TABS = ["results", "sends", "recipients", "bookings", "content"] as const;

/** What the results are told by, and the figure whose guests are open, of one row or (without a key) of all. */
export type ResultSearch = PeriodSearch & {
  by?: ResultDimension | undefined;
  figure?: ResultFigure | undefined;
  key?: string | undefined;
};

export type CampaignSearchParams = RecipientSearch &
  Pick<BookingSearch, "touch"> &
  ResultSearch & { tab?: (typeof CAMPAIGN_TABS)[number] | undefined };

/** Cards of the campaign editor, in order. */
export const CARDS = ["who", "what", "when", "review"] as const;
export type EditorCard = (typeof CARDS)[number];
