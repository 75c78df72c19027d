import { userList } from "@okaeri/contract/lists/users";
import { createFileRoute } from "@tanstack/react-router";
import { UserListPage } from "../../../../sections/users/UserListPage.tsx";
import { userListQuery } from "../../../../sections/users/users.api.ts";
import { listSearch } from "../../../-list-search.ts";
import { listLoader, listPage } from "../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/users/")({
  validateSearch: listSearch(userList),
  loaderDeps: ({ search }) => search,
  loader: listLoader(userListQuery),
  component: listPage(UserListPage),
});
