import { accountGroupList } from "@okaeri/contract/lists/account-groups";
import { createFileRoute } from "@tanstack/react-router";
import { GroupListPage } from "../../../../../sections/accounts/groups/GroupListPage.tsx";
import { groupListQuery } from "../../../../../sections/accounts/groups/groups.api.ts";
import { listSearch } from "../../../../-list-search.ts";
import { listLoader, listPage } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/groups/")({
  validateSearch: listSearch(accountGroupList),
  loaderDeps: ({ search }) => search,
  loader: listLoader(groupListQuery),
  component: listPage(GroupListPage),
});
