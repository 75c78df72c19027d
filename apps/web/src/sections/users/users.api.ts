import type { contract } from "@okaeri/contract/contract";
import type { ListSearch } from "@okaeri/contract/lists/list";
import { userList } from "@okaeri/contract/lists/users";
import type { Role } from "@okaeri/domain/permissions/roles";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { listInput } from "../../api/list-input.ts";
import { queryClient } from "../../api/query-client.ts";

type Calls = JsonifiedClient<ContractRouterClient<typeof contract>>["users"];

export type User = Awaited<ReturnType<Calls["list"]>>["items"][number];
export type UserDetail = Awaited<ReturnType<Calls["get"]>>;
export type UserAct = UserDetail["acts"][number]["act"];
export type Refusal = NonNullable<UserDetail["acts"][number]["refusal"]>;
export type Offers = Awaited<ReturnType<Calls["offers"]>>;
export type Offer = Offers["accounts"][number];
export type Membership = { account_id: number; permissions: string[]; can_export: boolean };

/** What the list keeps in its URL. */
export type UserSearch = ListSearch<typeof userList>;
export type PageSearch = { page?: number | undefined; size?: number | undefined };

/** The people in reach, as the URL asks for them. */
export function userListQuery(search: UserSearch) {
  return api.users.list.queryOptions({ input: listInput(userList, search), placeholderData: keepPreviousData });
}

export function userQuery(id: number) {
  return api.users.get.queryOptions({ input: { id } });
}

/** Not chosen yet. */
export const NO_COMPANY = 0;

/** What the permission editor offers for a role, in one client's accounts. */
export function offersQuery(role: Role, companyId: number | undefined) {
  return api.users.offers.queryOptions({
    input: companyId === undefined || companyId === NO_COMPANY ? { role } : { role, company_id: companyId },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** The accounts in reach, for the list's filter. */
export function accountChoicesQuery() {
  return api.accounts.picker.queryOptions({ staleTime: Number.POSITIVE_INFINITY });
}

export function userHistoryQuery(id: number, { page = 1, size = 50 }: PageSearch) {
  return api.users.history.queryOptions({
    input: { id, page, size: size as 50 },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** After a change: the person as they became, and everything else that shows people asks again. */
export async function userChanged(detail: UserDetail): Promise<void> {
  queryClient.setQueryData(userQuery(detail.id).queryKey, detail);
  await Promise.all(
    [api.users.list.key(), api.users.history.key(), api.audit.key(), api.accounts.get.key(), api.clients.key()].map(
      (queryKey) => queryClient.invalidateQueries({ queryKey, refetchType: "none" }),
    ),
  );
}
