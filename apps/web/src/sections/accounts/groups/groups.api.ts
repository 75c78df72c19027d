import type { contract } from "@okaeri/contract/contract";
import { accountGroupList } from "@okaeri/contract/lists/account-groups";
import type { ListSearch } from "@okaeri/contract/lists/list";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";
import { listInput } from "../../../api/list-input.ts";
import { queryClient } from "../../../api/query-client.ts";

type Calls = JsonifiedClient<ContractRouterClient<typeof contract>>["accountGroups"];
export type AccountGroup = Awaited<ReturnType<Calls["get"]>>;

/** What the list keeps in its URL. */
export type GroupSearch = ListSearch<typeof accountGroupList>;

export function groupListQuery(search: GroupSearch) {
  return api.accountGroups.list.queryOptions({
    input: listInput(accountGroupList, search),
    placeholderData: keepPreviousData,
  });
}

export function groupQuery(id: number) {
  return api.accountGroups.get.queryOptions({ input: { id } });
}

/** The clients that have accounts to group, as far as the person reaches them. */
export function groupCompaniesQuery() {
  return api.accounts.picker.queryOptions({
    select: ({ items }) =>
      [...new Map(items.map((account) => [account.company_id, account.company_name]))].map(([id, name]) => ({
        id,
        name,
      })),
  });
}

/** After a change: the group as it became, and what else shows it asks again. */
export async function groupChanged(group: AccountGroup): Promise<void> {
  queryClient.setQueryData(groupQuery(group.id).queryKey, group);
  await Promise.all(
    [api.accountGroups.list.key(), api.accounts.get.key(), api.rfms.key()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey, refetchType: "none" }),
    ),
  );
}
