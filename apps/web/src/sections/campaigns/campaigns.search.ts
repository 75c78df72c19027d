import type { BookingSearch, CampaignSearch, RecipientSearch } from "./campaigns.api.ts";

// What the routes keep in the URL. Apart from the pages, because every route file is loaded with the first page.

/** The list, or the calendar of a month (YYYY-MM). */
export type CampaignListSearch = CampaignSearch & { show?: "calendar" | undefined; month?: string | undefined };

/** Tabs of a campaign's page. */
export const CAMPAIGN_TABS = ["results", "recipients", "bookings", "content"] as const;

export type CampaignSearchParams = RecipientSearch &
  Pick<BookingSearch, "touch"> & { tab?: (typeof CAMPAIGN_TABS)[number] | undefined };

/** Cards of the campaign editor, in order. */
export const CARDS = ["who", "what", "when", "sure"] as const;
export type EditorCard = (typeof CARDS)[number];
