import { clientList } from "@okaeri/contract/lists/clients";
import type { ListSearch } from "@okaeri/contract/lists/list";
import { api, type client } from "../../api/client.ts";
import { type Answer, type ItemOf, listOptions, recordChanged } from "../../api/records.ts";

export type Client = ItemOf<typeof client.clients.list>;
export type ClientDetail = Answer<typeof client.clients.get>;
export type ClientAccount = ClientDetail["accounts"][number];
export type ClientSearch = ListSearch<typeof clientList>;

export const clientListQuery = (search: ClientSearch) => api.clients.list.queryOptions(listOptions(clientList, search));

export const clientQuery = (id: number) => api.clients.get.queryOptions({ input: { id } });

export function clientChanged(detail: ClientDetail): ClientDetail {
  const { clients, accounts, users } = api;
  const others = [clients.list.key(), clients.history.key(), accounts.key(), users.key()];
  return recordChanged(clientQuery(detail.id), detail, ...others);
}
