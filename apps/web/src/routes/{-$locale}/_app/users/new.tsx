import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { startOfNew } from "../../../../sections/users/new-user.ts";
import { UserNewPage } from "../../../../sections/users/UserNewPage.tsx";
import { currentSession } from "../../../../shell/session.ts";
import { idInSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/users/new")({
  validateSearch: v.object({ company_id: idInSearch, in_account_id: idInSearch }),
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    return startOfNew(await currentSession(), deps);
  },
  component: UserNew,
});

function UserNew() {
  return <UserNewPage start={Route.useLoaderData()} />;
}
