import { createFileRoute } from "@tanstack/react-router";
import { UsePointHistory } from "../../../../../sections/customers/CustomerHistories.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/$id/use-points")({ component: History });

function History() {
  return <UsePointHistory id={Number(Route.useParams().id)} search={Route.useSearch()} />;
}
