import { useQueries, useQueryClient } from "@tanstack/react-query";
import { api, type client } from "../../../api/client.ts";
import type { Answer } from "../../../api/records.ts";
import type { CalendarItem } from "./calendar.ts";

export type Expected = Answer<typeof client.campaigns.expected>;

/** For how many the saved campaign's times are, as of now; whoever changes the campaign has it asked again. */
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

/** What comes, with the guests of runs as soon as they are counted. */
export function useCounted(items: readonly CalendarItem[]): CalendarItem[] {
  const isComing = ({ kind, count }: CalendarItem) => count === null && kind === "schedule";
  const expected = useExpected([...new Set(items.filter(isComing).map(({ campaign_id }) => campaign_id))]);
  return items.map((item) =>
    isComing(item) ? { ...item, count: countOf(item, expected.get(item.campaign_id)) } : item,
  );
}

/** Guests of one run of an action; null while it is counted, and where it lies too far ahead. */
export const countOf = (
  run: Pick<CalendarItem, "action_id" | "at">,
  expected: Pick<Expected, "schedule"> | undefined,
): number | null =>
  expected?.schedule.find(({ action_id, at }) => action_id === run.action_id && Date.parse(at) === Date.parse(run.at))
    ?.count ?? null;
