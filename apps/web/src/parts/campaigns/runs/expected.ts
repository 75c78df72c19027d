import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { api, type client } from "../../../api/client.ts";
import type { Answer } from "../../../api/records.ts";
import { tokyoDay } from "../../../ui/format.ts";
import type { CalendarItem } from "./calendar.ts";

export type Expected = Answer<typeof client.campaigns.expected>;

/** For how many the next runs of a campaign are, as of today. */
export function expectedQuery(id: number, enabled = true) {
  return api.campaigns.expected.queryOptions({ input: { id }, enabled, staleTime: 60_000, throwOnError: false });
}

/** The same of several campaigns, one after the other: each is a count of guests. */
function useExpected(ids: readonly number[]): ReadonlyMap<number, Expected> {
  const cache = useQueryClient();
  const isSettled = (id: number) =>
    (cache.getQueryState(expectedQuery(id).queryKey)?.status ?? "pending") !== "pending";
  const found = useQueries({
    queries: ids.map((id, place) => expectedQuery(id, ids.slice(0, place).every(isSettled))),
  });
  return new Map(found.flatMap(({ data }, place) => (data ? [[ids[place] as number, data] as const] : [])));
}

/** What comes, with its guests as soon as they are counted; of a trigger for today and, on average, the week to come. */
export function useCounted(items: readonly CalendarItem[], today: string): CalendarItem[] {
  const isComing = ({ kind, count }: CalendarItem) => count === null && (kind === "schedule" || kind === "trigger");
  const expected = useExpected([...new Set(items.filter(isComing).map(({ campaign_id }) => campaign_id))]);
  return items.map((item) =>
    isComing(item) ? { ...item, count: countOf(item, expected.get(item.campaign_id), today) } : item,
  );
}

function countOf({ action_id, kind, at }: CalendarItem, expected: Expected | undefined, today: string): number | null {
  if (kind === "schedule") return expected?.schedule.find((one) => one.action_id === action_id)?.count ?? null;
  const met = expected?.triggers.find((one) => one.action_id === action_id);
  if (met === undefined || tokyoDay(at) > addDays(calendarDate(today), 7)) return null;
  return tokyoDay(at) === today ? met.today : Math.round(met.next_7_days / 7);
}
