import type { List, ListSearch } from "@okaeri/contract/lists/list";
import { type DataTag, keepPreviousData, type QueryKey } from "@tanstack/react-query";
import { listInput } from "./list-input.ts";
import { queryClient } from "./query-client.ts";

/** What a call answers. */
export type Answer<Call extends (...input: never[]) => Promise<unknown>> = Awaited<ReturnType<Call>>;

/** One row of what a list's call answers. */
export type ItemOf<Call extends (...input: never[]) => Promise<{ items: unknown[] }>> = Answer<Call>["items"][number];

/** What the address says of a list below a record. */
export type PageSearch = { page?: number | undefined; size?: number | undefined };

/** A list as its address describes it, and `more` that the address leaves out. The previous page stays until the next one has arrived. */
export function listOptions<L extends List, More extends object = object>(list: L, search: ListSearch<L>, more?: More) {
  return { input: { ...listInput(list, search), ...(more as More) }, placeholderData: keepPreviousData };
}

/** A page of what is turned over, not searched. */
export function turned<Query extends object>(query: Query, { page = 1, size }: PageSearch, usualSize = 50) {
  return { input: { ...query, page, size: (size ?? usualSize) as 50 }, placeholderData: keepPreviousData };
}

/** Invalidates the cache for what was changed. Settles when everything on screen has its new answer. */
export async function askAgain(...keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/**
 * After a change: puts the new record into the cache, and refetches what else shows it, in the background. The person goes on at once, and
 * no late answer (a race) leads back.
 */
export function recordChanged<Record>(
  { queryKey }: { queryKey: DataTag<QueryKey, Record, unknown> },
  record: Record,
  ...others: readonly QueryKey[]
): Record {
  queryClient.setQueryData<Record>(queryKey as QueryKey, record);
  void askAgain(...others);
  return record;
}
