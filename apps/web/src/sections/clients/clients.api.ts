import type { contract } from "@okaeri/contract/contract";
import { clientList } from "@okaeri/contract/lists/clients";
import type { ListSearch } from "@okaeri/contract/lists/list";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { listInput } from "../../api/list-input.ts";
import { queryClient } from "../../api/query-client.ts";

type Calls = JsonifiedClient<ContractRouterClient<typeof contract>>["clients"];

export type Client = Awaited<ReturnType<Calls["list"]>>["items"][number];
export type ClientDetail = Awaited<ReturnType<Calls["get"]>>;
export type ClientAccount = ClientDetail["accounts"][number];

/** What the list keeps in its URL. */
export type ClientSearch = ListSearch<typeof clientList>;
export type PageSearch = { page?: number | undefined; size?: number | undefined };

/** Clients as the URL asks for them. */
export function clientListQuery(search: ClientSearch) {
  return api.clients.list.queryOptions({ input: listInput(clientList, search), placeholderData: keepPreviousData });
}

export function clientQuery(id: number) {
  return api.clients.get.queryOptions({ input: { id } });
}

export function clientHistoryQuery(id: number, { page = 1, size = 50 }: PageSearch) {
  return api.clients.history.queryOptions({
    input: { id, page, size: size as 50 },
    placeholderData: keepPreviousData,
  });
}

/** After a change: the client as it became, and everything else that shows clients asks again. */
export function clientChanged(detail: ClientDetail): void {
  queryClient.setQueryData(clientQuery(detail.id).queryKey, detail);
  // In the background: whoever saved goes on at once, and is not led back by an answer that comes later.
  for (const queryKey of [
    api.clients.list.key(),
    api.clients.history.key({ input: { id: detail.id } }),
    api.accounts.key(),
    api.users.key(),
  ])
    void queryClient.invalidateQueries({ queryKey });
}
