import { createFileRoute } from "@tanstack/react-router";
import { GrantPointHistory } from "../../../../../sections/customers/CustomerHistories.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/$id/grant-points")({ component: History });

function History() {
  return <GrantPointHistory id={Number(Route.useParams().id)} search={Route.useSearch()} />;
}
