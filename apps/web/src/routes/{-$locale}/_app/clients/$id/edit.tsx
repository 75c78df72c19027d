import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { ClientEdit } from "../../../../../sections/clients/ClientForm.tsx";
import { clientQuery } from "../../../../../sections/clients/clients.api.ts";
import { guardedPath } from "../../../../../shell/navigation.ts";
import { currentSession } from "../../../../../shell/session.ts";

export const Route = createFileRoute("/{-$locale}/_app/clients/$id/edit")({
  loader: async ({ context, params, location }) => {
    const [client, session] = await Promise.all([
      context.queryClient.fetchQuery(clientQuery(Number(params.id))),
      currentSession(),
      loadWords("clients", "fields"),
    ]);
    // specification §2: the guard again, now that the row's own actions are known.
    guardedPath(location, session, client.page_actions);
  },
  component: Edit,
});

function Edit() {
  return <ClientEdit id={Number(Route.useParams().id)} />;
}
