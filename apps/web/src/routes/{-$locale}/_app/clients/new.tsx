import { createFileRoute } from "@tanstack/react-router";
import { ClientNewPage } from "../../../../sections/clients/ClientForm.tsx";

export const Route = createFileRoute("/{-$locale}/_app/clients/new")({
  component: ClientNewPage,
});
