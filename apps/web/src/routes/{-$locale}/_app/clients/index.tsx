import { clientList } from "@okaeri/contract/lists/clients";
import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../i18n/i18n.ts";
import { ClientListPage } from "../../../../sections/clients/ClientListPage.tsx";
import { clientListQuery } from "../../../../sections/clients/clients.api.ts";
import { listSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/clients/")({
  validateSearch: listSearch(clientList),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await loadWords("clients", "fields");
    // The list shows its own skeleton, so the page does not wait for the rows.
    void context.queryClient.prefetchQuery(clientListQuery(deps));
  },
  component: ClientList,
});

function ClientList() {
  return <ClientListPage search={Route.useSearch()} />;
}
