import type { contract } from "@okaeri/contract/contract";
import { accountGroupList } from "@okaeri/contract/lists/account-groups";
import { accountList } from "@okaeri/contract/lists/accounts";
import type { ListSearch } from "@okaeri/contract/lists/list";
import { userList } from "@okaeri/contract/lists/users";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, client } from "../../api/client.ts";
import { listInput } from "../../api/list-input.ts";
import { queryClient } from "../../api/query-client.ts";

type Calls = JsonifiedClient<ContractRouterClient<typeof contract>>;

export type Account = Awaited<ReturnType<Calls["accounts"]["list"]>>["items"][number];
export type AccountDetail = Awaited<ReturnType<Calls["accounts"]["get"]>>;
export type AccountPart = AccountDetail["editable_parts"][number];
export type OptionType = AccountDetail["account_options"][number]["option_type"];
export type AccountUser = Awaited<ReturnType<Calls["users"]["list"]>>["items"][number];
export type AccountGroup = Awaited<ReturnType<Calls["accountGroups"]["list"]>>["items"][number];
export type Client = Awaited<ReturnType<Calls["clients"]["list"]>>["items"][number];

/** What the list keeps in its URL. */
export type AccountSearch = ListSearch<typeof accountList>;

export type PageSearch = { page?: number | undefined; size?: number | undefined };

/** Accounts as the URL asks for them. */
export function accountListQuery(search: AccountSearch) {
  return api.accounts.list.queryOptions({ input: listInput(accountList, search), placeholderData: keepPreviousData });
}

export function accountQuery(id: number) {
  return api.accounts.get.queryOptions({ input: { id } });
}

/** Today in Tokyo, as the server's clock says it. */
export function siteQuery() {
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

export function accountUsersQuery(id: number, search: PageSearch) {
  return api.users.list.queryOptions({
    input: listInput(userList, { ...search, in_account_id: id }),
    placeholderData: keepPreviousData,
  });
}

export function accountGroupsQuery(id: number, search: PageSearch) {
  return api.accountGroups.list.queryOptions({
    input: { ...listInput(accountGroupList, search), in_account_id: id },
    placeholderData: keepPreviousData,
  });
}

export function accountHistoryQuery(id: number, { page = 1, size = 50 }: PageSearch) {
  return api.accounts.history.queryOptions({
    input: { id, page, size: size as 50 },
    placeholderData: keepPreviousData,
  });
}

/** After a change: the account as it became, and everything else that shows accounts asks again. */
export function accountChanged(detail: AccountDetail): void {
  queryClient.setQueryData(accountQuery(detail.id).queryKey, detail);
  // In the background: whoever saved goes on at once, and is not led back by an answer that comes later.
  for (const queryKey of [
    api.accounts.list.key(),
    api.accounts.picker.key(),
    api.accounts.history.key({ input: { id: detail.id } }),
    api.accountGroups.key(),
    api.clients.key(),
    api.users.key(),
  ])
    void queryClient.invalidateQueries({ queryKey });
}
