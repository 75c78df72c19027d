import type { contract } from "@okaeri/contract/contract";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";

type Calls = JsonifiedClient<ContractRouterClient<typeof contract>>["accountGroups"];
export type AccountGroup = Awaited<ReturnType<Calls["get"]>>;

/** What the list keeps in its URL, named as the call names it. */
export type GroupSearch = {
  page?: number | undefined;
  size?: number | undefined;
  sort?: string | undefined;
  q?: string | undefined;
  company_id?: number | undefined;
  active_status?: "active" | "inactive" | undefined;
};

export function groupListQuery({ page = 1, size = 50, sort = "name", ...filters }: GroupSearch) {
  const { q, company_id, active_status } = filters;
  const set = Object.entries({ q, company_id, active_status }).filter(([, value]) => value !== undefined);
  return api.accountGroups.list.queryOptions({
    input: { ...Object.fromEntries(set), page, size: size as 50, sort: sort as "name" },
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
