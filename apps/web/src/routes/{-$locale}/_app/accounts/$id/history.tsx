import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { AccountHistory } from "../../../../../sections/accounts/AccountHistory.tsx";
import { pageSearch } from "../../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/history")({
  validateSearch: pageSearch,
  loader: () => loadWords("audit"),
  component: Tab,
});

function Tab() {
  return <AccountHistory id={Number(Route.useParams().id)} search={Route.useSearch()} />;
}
