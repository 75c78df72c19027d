import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { RecordHistory } from "../../../../../shell/RecordHistory.tsx";
import { pageSearch } from "../../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/history")({
  validateSearch: pageSearch,
  loader: () => loadWords("audit", "fields"),
  component: Tab,
});

function Tab() {
  return <RecordHistory of="accounts" id={Number(Route.useParams().id)} search={Route.useSearch()} />;
}
