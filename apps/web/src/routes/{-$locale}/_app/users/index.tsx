import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { loadWords } from "../../../../i18n/i18n.ts";
import { UserListPage } from "../../../../sections/users/UserListPage.tsx";
import { userListQuery } from "../../../../sections/users/users.api.ts";
import { USER_ROLES, USER_SORTS, USER_STATUSES } from "../../../../sections/users/users.search.ts";
import { idInSearch, listInSearch, oneOfInSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/users/")({
  validateSearch: v.object({
    ...listInSearch(USER_SORTS),
    status: oneOfInSearch(USER_STATUSES),
    role: oneOfInSearch(USER_ROLES),
    in_account_id: idInSearch,
    company_id: idInSearch,
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await loadWords("users");
    // The list shows its own skeleton, so the page does not wait for the rows.
    void context.queryClient.prefetchQuery(userListQuery(deps));
  },
  component: UserList,
});

function UserList() {
  return <UserListPage search={Route.useSearch()} />;
}
