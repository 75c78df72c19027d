import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { AccountUsers } from "../../../../../sections/accounts/AccountUsers.tsx";
import { pageSearch } from "../../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/users")({
  validateSearch: pageSearch,
  loader: () => loadWords("accounts", "users"),
  component: Tab,
});

function Tab() {
  return <AccountUsers id={Number(Route.useParams().id)} search={Route.useSearch()} />;
}
