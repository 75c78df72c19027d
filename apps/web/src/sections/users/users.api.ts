import type { ListSearch } from "@okaeri/contract/lists/list";
import { userList } from "@okaeri/contract/lists/users";
import type { Role } from "@okaeri/domain/permissions/roles";
import { keepPreviousData } from "@tanstack/react-query";
import { api, type client } from "../../api/client.ts";
import { type Answer, type ItemOf, listOptions, recordChanged } from "../../api/records.ts";

export type User = ItemOf<typeof client.users.list>;
export type UserDetail = Answer<typeof client.users.get>;
export type OfferedUserAct = UserDetail["acts"][number]["act"];
export type UserRefusal = NonNullable<UserDetail["acts"][number]["refusal"]>;
export type Offers = Answer<typeof client.users.offers>;
export type RightsOffer = Offers["accounts"][number];
export type Membership = { account_id: number; permissions: string[]; can_export: boolean };
export type UserSearch = ListSearch<typeof userList>;

export const userListQuery = (search: UserSearch) => api.users.list.queryOptions(listOptions(userList, search));

export const userQuery = (id: number) => api.users.get.queryOptions({ input: { id } });

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

export function userChanged(detail: UserDetail): void {
  const { users, audit, accounts, clients } = api;
  const shown = [users.list.key(), users.history.key(), audit.key(), accounts.get.key(), clients.key()];
  recordChanged(userQuery(detail.id), detail, ...shown);
}
