import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { ClientEdit } from "../../../../../sections/clients/ClientForm.tsx";
import { clientQuery } from "../../../../../sections/clients/clients.api.ts";
import { editable } from "../../../../-editable.ts";

export const Route = createFileRoute("/{-$locale}/_app/clients/$id/edit")({
  loader: ({ context, params, location }) =>
    editable(location, context.queryClient.fetchQuery(clientQuery(Number(params.id))), loadWords("clients", "fields")),
  component: Edit,
});

function Edit() {
  return <ClientEdit id={Number(Route.useParams().id)} />;
}
