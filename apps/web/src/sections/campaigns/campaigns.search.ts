// What the routes keep in the URL. Apart from the pages, because every route file is loaded with the first page.

import type { OUTCOMES as CONTRACT_OUTCOMES } from "@okaeri/contract/campaigns";

export type Outcome = (typeof CONTRACT_OUTCOMES)[number];
/** What may become of one recipient, in the order a filter offers them. */
export const OUTCOMES = ["sent", "failed", "unknown", "skipped", "waiting", "sending"] as const satisfies Outcome[];

/** Tabs of a campaign's page. */
export const CAMPAIGN_TABS = ["results", "recipients", "content"] as const;

/** Steps of the campaign editor, in order. */
export const STEPS = ["basics", "target", "actions", "review"] as const;
export type EditorStep = (typeof STEPS)[number];
