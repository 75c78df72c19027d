import { accountGroupList } from "@okaeri/contract/lists/account-groups";
import type { ListSearch } from "@okaeri/contract/lists/list";
import { api, type client } from "../../../api/client.ts";
import { type Answer, listOptions, recordChanged } from "../../../api/records.ts";

export type AccountGroup = Answer<typeof client.accountGroups.get>;
export type GroupSearch = ListSearch<typeof accountGroupList>;

export const groupListQuery = (search: GroupSearch) =>
  api.accountGroups.list.queryOptions(listOptions(accountGroupList, search));

export const groupQuery = (id: number) => api.accountGroups.get.queryOptions({ input: { id } });

/** The clients that have accounts to group, as far as the person reaches them. */
export function groupCompaniesQuery() {
  return api.accounts.picker.queryOptions({
    select: ({ items }) => {
      const names = new Map(items.map((account) => [account.company_id, account.company_name]));
      return [...names].map(([id, name]) => ({ id, name }));
    },
  });
}

export function groupChanged(group: AccountGroup): AccountGroup {
  const { accountGroups, accounts, rfms } = api;
  return recordChanged(groupQuery(group.id), group, accountGroups.list.key(), accounts.get.key(), rfms.key());
}
