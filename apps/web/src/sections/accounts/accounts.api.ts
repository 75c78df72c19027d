import { accountGroupList } from "@okaeri/contract/lists/account-groups";
import { accountList } from "@okaeri/contract/lists/accounts";
import type { ListSearch } from "@okaeri/contract/lists/list";
import { userList } from "@okaeri/contract/lists/users";
import { queryOptions } from "@tanstack/react-query";
import { api, client } from "../../api/client.ts";
import { type Answer, type ItemOf, listOptions, type PageSearch, recordChanged } from "../../api/records.ts";

export type Account = ItemOf<typeof client.accounts.list>;
export type AccountDetail = Answer<typeof client.accounts.get>;
export type AccountPart = AccountDetail["editable_parts"][number];
export type AccountOptionType = AccountDetail["account_options"][number]["option_type"];
export type AccountUser = ItemOf<typeof client.users.list>;
export type AccountGroupItem = ItemOf<typeof client.accountGroups.list>;
export type AccountClient = ItemOf<typeof client.clients.list>;
export type AccountSearch = ListSearch<typeof accountList>;

export const accountListQuery = (search: AccountSearch) =>
  api.accounts.list.queryOptions(listOptions(accountList, search));

export const accountQuery = (id: number) => api.accounts.get.queryOptions({ input: { id } });

/** Today in Tokyo, as the server's clock says it. */
export function accountSiteQuery() {
  return api.site.brand.queryOptions({ staleTime: Number.POSITIVE_INFINITY });
}

/** Everything of a list, page by page: the choices of a select. */
async function everyPage<T>(ask: (page: number) => Promise<{ items: T[]; total: number }>): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await ask(page);
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

/** The clients an account may belong to, for selects. */
export function clientChoicesQuery() {
  return queryOptions({
    queryKey: [...api.clients.list.key(), "choices"],
    queryFn: () => everyPage((page) => client.clients.list({ page, size: 100, sort: "name" })),
  });
}

/** The accounts of one client in the order of their hierarchy, for the choice of a parent. */
export function companyAccountsQuery(companyId: number) {
  return queryOptions({
    queryKey: [...api.accounts.list.key(), "of", companyId],
    queryFn: () =>
      everyPage((page) => client.accounts.list({ page, size: 100, sort: "hierarchy", company_id: companyId })),
  });
}

export const accountUsersQuery = (id: number, search: PageSearch) =>
  api.users.list.queryOptions(listOptions(userList, { ...search, in_account_id: id }));

export const accountGroupsQuery = (id: number, search: PageSearch) =>
  api.accountGroups.list.queryOptions(listOptions(accountGroupList, search, { in_account_id: id }));

export function accountChanged(detail: AccountDetail): void {
  const { accounts, accountGroups, clients, users } = api;
  const lists = [accounts.list.key(), accounts.picker.key(), accounts.history.key()];
  recordChanged(accountQuery(detail.id), detail, ...lists, accountGroups.key(), clients.key(), users.key());
}
