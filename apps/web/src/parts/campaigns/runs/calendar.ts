import { api, type client } from "../../../api/client.ts";
import type { ItemOf } from "../../../api/records.ts";

export type CalendarItem = ItemOf<typeof client.campaigns.calendar>;

/** What runs, and what ran, on these days; asked again now and then, because the clock goes on. */
export function calendarQuery(from: string, to: string, enabled = true) {
  return api.campaigns.calendar.queryOptions({ input: { from, to }, enabled, refetchInterval: 60_000 });
}
