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

/** A list as its address asks for it, and `more` that the address leaves out. The page before stays until the next one is there. */
export function listed<L extends List, More extends object = object>(list: L, search: ListSearch<L>, more?: More) {
  return { input: { ...listInput(list, search), ...(more as More) }, placeholderData: keepPreviousData };
}

/** A page of what is turned over, not searched. */
export function turned<Query extends object>(asked: Query, { page = 1, size }: PageSearch, usualSize = 50) {
  return { input: { ...asked, page, size: (size ?? usualSize) as 50 }, placeholderData: keepPreviousData };
}

/** What was changed is asked for again. Settles when what is on screen has its answer. */
export async function askAgain(...keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/**
 * After a change: the record as it became is on every page, and what else shows it asks again. In the background: whoever saved goes on
 * at once, and is not led back by an answer that comes later.
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
