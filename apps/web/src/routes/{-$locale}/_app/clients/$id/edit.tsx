import { createFileRoute } from "@tanstack/react-router";
import { ClientEdit } from "../../../../../sections/clients/ClientForm.tsx";
import { clientQuery } from "../../../../../sections/clients/clients.api.ts";
import { addressed, editLoader } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/clients/$id/edit")({
  loader: editLoader(clientQuery),
  component: addressed(ClientEdit),
});
