import type { contract } from "@okaeri/contract/contract";
import { inboxList } from "@okaeri/contract/lists/inbox";
import type { ListSearch } from "@okaeri/contract/lists/list";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { listInput } from "../../api/list-input.ts";

type Calls = JsonifiedClient<ContractRouterClient<typeof contract>>["inbox"];
export type InboxBatch = Awaited<ReturnType<Calls["list"]>>["items"][number];
export type InboxRow = Awaited<ReturnType<Calls["rows"]>>["items"][number];
export type InboxSearch = ListSearch<typeof inboxList>;
export type RowsSearch = { page?: number | undefined; size?: number | undefined; fate?: "refused" | undefined };

const POLL_MS = 3_000;

/** Batches as the address asks for them; asked again while one waits. */
export function inboxQuery(search: InboxSearch) {
  return api.inbox.list.queryOptions({
    input: listInput(inboxList, search),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.items.some(({ state }) => state !== "done") ? POLL_MS : false),
  });
}

export function batchQuery(id: number) {
  return api.inbox.get.queryOptions({
    input: { id },
    refetchInterval: (query) => (query.state.data && query.state.data.state !== "done" ? POLL_MS : false),
  });
}

export function rowsQuery(id: number, { page = 1, size = 50, fate }: RowsSearch) {
  const input = { id, page, size: size as 50, ...(fate && { fate }) };
  return api.inbox.rows.queryOptions({ input, placeholderData: keepPreviousData });
}

export function facilitiesQuery() {
  return api.customers.filters.queryOptions({ staleTime: 60_000 });
}

/** What a change of a row asks for anew. */
export const inboxKey = () => api.inbox.key();
