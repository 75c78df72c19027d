import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { ClientHistory } from "../../../../../sections/clients/ClientHistory.tsx";
import { pageSearch } from "../../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/clients/$id/history")({
  validateSearch: pageSearch,
  loader: () => loadWords("audit"),
  component: History,
});

function History() {
  return <ClientHistory id={Number(Route.useParams().id)} search={Route.useSearch()} />;
}
