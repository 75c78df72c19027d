import { createFileRoute } from "@tanstack/react-router";
import { ClientNewPage } from "../../../../sections/clients/ClientForm.tsx";
import { wordsLoader } from "../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/clients/new")({
  loader: wordsLoader("clients", "fields"),
  component: ClientNewPage,
});
