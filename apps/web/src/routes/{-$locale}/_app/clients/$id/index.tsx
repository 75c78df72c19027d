import { createFileRoute } from "@tanstack/react-router";
import { ClientOverview } from "../../../../../sections/clients/ClientOverview.tsx";

export const Route = createFileRoute("/{-$locale}/_app/clients/$id/")({ component: Overview });

function Overview() {
  return <ClientOverview id={Number(Route.useParams().id)} />;
}
