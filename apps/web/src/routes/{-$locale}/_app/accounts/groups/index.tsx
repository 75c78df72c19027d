import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { GroupListPage } from "../../../../../sections/accounts/groups/GroupListPage.tsx";
import { groupListQuery } from "../../../../../sections/accounts/groups/groups.api.ts";
import { idInSearch, listInSearch, oneOfInSearch } from "../../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/groups/")({
  validateSearch: v.object({
    ...listInSearch(["name", "company_name", "updated_at"]),
    company_id: idInSearch,
    active_status: oneOfInSearch(["active", "inactive"]),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await loadWords("accountGroups", "accountSettings", "accounts");
    // The list shows its own skeleton, so the page does not wait for the rows.
    void context.queryClient.prefetchQuery(groupListQuery(deps));
  },
  component: GroupList,
});

function GroupList() {
  return <GroupListPage search={Route.useSearch()} />;
}
