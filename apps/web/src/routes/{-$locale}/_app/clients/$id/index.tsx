import { createFileRoute } from "@tanstack/react-router";
import { ClientOverview } from "../../../../../sections/clients/ClientOverview.tsx";
import { addressed } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/clients/$id/")({
  component: addressed(ClientOverview),
});
