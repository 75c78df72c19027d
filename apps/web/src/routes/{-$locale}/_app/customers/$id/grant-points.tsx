import { grantPointList } from "@okaeri/contract/lists/points";
import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { GrantHistory } from "../../../../../sections/points/PointHistories.tsx";
import { listSearch } from "../../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/customers/$id/grant-points")({
  validateSearch: listSearch(grantPointList),
  loader: () => loadWords("points", "fields"),
  component: History,
});

function History() {
  return <GrantHistory id={Number(Route.useParams().id)} search={Route.useSearch()} />;
}
