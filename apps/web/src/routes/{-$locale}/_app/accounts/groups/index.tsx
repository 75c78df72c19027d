import { accountGroupList } from "@okaeri/contract/lists/account-groups";
import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { GroupListPage } from "../../../../../sections/accounts/groups/GroupListPage.tsx";
import { groupListQuery } from "../../../../../sections/accounts/groups/groups.api.ts";
import { listSearch } from "../../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/groups/")({
  validateSearch: listSearch(accountGroupList),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await loadWords("accountGroups", "accountSettings", "accounts", "fields");
    // The list shows its own skeleton, so the page does not wait for the rows.
    void context.queryClient.prefetchQuery(groupListQuery(deps));
  },
  component: GroupList,
});

function GroupList() {
  return <GroupListPage search={Route.useSearch()} />;
}
