import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { AccountMemberships } from "../../../../../sections/accounts/AccountMemberships.tsx";
import { pageSearch } from "../../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/groups")({
  validateSearch: pageSearch,
  loader: () => loadWords("accounts"),
  component: Tab,
});

function Tab() {
  return <AccountMemberships id={Number(Route.useParams().id)} search={Route.useSearch()} />;
}
