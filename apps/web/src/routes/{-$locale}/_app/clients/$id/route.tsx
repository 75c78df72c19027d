import { createFileRoute, Outlet } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { ClientPage } from "../../../../../sections/clients/ClientPage.tsx";
import { clientQuery } from "../../../../../sections/clients/clients.api.ts";

/** One client; the guard has made sure that the id is all digits (specification §5). */
export const Route = createFileRoute("/{-$locale}/_app/clients/$id")({
  loader: ({ context, params }) =>
    Promise.all([
      loadWords("clients", "fields"),
      context.queryClient.ensureQueryData(clientQuery(Number(params.id))),
    ]).then(() => undefined),
  component: Client,
});

function Client() {
  return (
    <ClientPage id={Number(Route.useParams().id)}>
      <Outlet />
    </ClientPage>
  );
}
