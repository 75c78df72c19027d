import { userList } from "@okaeri/contract/lists/users";
import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../i18n/i18n.ts";
import { UserListPage } from "../../../../sections/users/UserListPage.tsx";
import { userListQuery } from "../../../../sections/users/users.api.ts";
import { listSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/users/")({
  validateSearch: listSearch(userList),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await loadWords("users", "fields");
    // The list shows its own skeleton, so the page does not wait for the rows.
    void context.queryClient.prefetchQuery(userListQuery(deps));
  },
  component: UserList,
});

function UserList() {
  return <UserListPage search={Route.useSearch()} />;
}
