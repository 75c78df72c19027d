import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { UserDetailPage } from "../../../../sections/users/UserDetailPage.tsx";
import { userQuery } from "../../../../sections/users/users.api.ts";
import { USER_TABS } from "../../../../sections/users/users.search.ts";
import { oneOfInSearch, pageInSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/users/$id/")({
  validateSearch: v.object({ ...pageInSearch, tab: oneOfInSearch(USER_TABS) }),
  loader: ({ context, params }) =>
    context.queryClient.fetchQuery({ ...userQuery(Number(params.id)), staleTime: 0 }).then(() => undefined),
  component: UserDetail,
});

function UserDetail() {
  return <UserDetailPage id={Number(Route.useParams().id)} search={Route.useSearch()} />;
}
