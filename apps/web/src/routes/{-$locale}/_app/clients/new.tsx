import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../i18n/i18n.ts";
import { ClientNewPage } from "../../../../sections/clients/ClientForm.tsx";

export const Route = createFileRoute("/{-$locale}/_app/clients/new")({
  loader: () => loadWords("clients", "fields"),
  component: ClientNewPage,
});
