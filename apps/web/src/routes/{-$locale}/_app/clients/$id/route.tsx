import { createFileRoute } from "@tanstack/react-router";
import { ClientPage } from "../../../../../sections/clients/ClientPage.tsx";
import { clientQuery } from "../../../../../sections/clients/clients.api.ts";
import { framed, recordLoader } from "../../../../-pages.tsx";

/** One client; the guard has made sure that the id is all digits (specification §5). */
export const Route = createFileRoute("/{-$locale}/_app/clients/$id")({
  loader: recordLoader(clientQuery),
  component: framed(ClientPage),
});
