import { inboxList } from "@okaeri/contract/lists/inbox";
import type { ListSearch } from "@okaeri/contract/lists/list";
import { api, type client } from "../../api/client.ts";
import { type ItemOf, listOptions, type PageSearch, turned } from "../../api/records.ts";

export type InboxBatch = ItemOf<typeof client.inbox.list>;
export type InboxRow = ItemOf<typeof client.inbox.rows>;
export type SourceValuesAnswer = Awaited<ReturnType<typeof client.inbox.words>>;
export type SourceValue = SourceValuesAnswer["items"][number];
export type InboxSearch = ListSearch<typeof inboxList>;
export type RowsSearch = PageSearch & { row_outcome?: "refused" | undefined };

const POLL_MS = 3_000;

/** Batches as the address asks for them; asked again while one waits. */
export function inboxQuery(search: InboxSearch) {
  return api.inbox.list.queryOptions({
    ...listOptions(inboxList, search),
    refetchInterval: (query) => (query.state.data?.items.some(({ state }) => state !== "done") ? POLL_MS : false),
  });
}

export function batchQuery(id: number) {
  return api.inbox.get.queryOptions({
    input: { id },
    refetchInterval: (query) => (query.state.data && query.state.data.state !== "done" ? POLL_MS : false),
  });
}

export const rowsQuery = (id: number, { row_outcome, ...search }: RowsSearch) =>
  api.inbox.rows.queryOptions(turned({ id, ...(row_outcome && { row_outcome }) }, search));

export function facilitiesQuery() {
  return api.customers.filters.queryOptions({ staleTime: 60_000 });
}

export const wordsQuery = () => api.inbox.words.queryOptions({ input: {} });

/** What a change of a row asks for anew. */
export const inboxKey = () => api.inbox.key();
