import { clientList } from "@okaeri/contract/lists/clients";
import { createFileRoute } from "@tanstack/react-router";
import { ClientListPage } from "../../../../sections/clients/ClientListPage.tsx";
import { clientListQuery } from "../../../../sections/clients/clients.api.ts";
import { listSearch } from "../../../-list-search.ts";
import { listLoader, listPage } from "../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/clients/")({
  validateSearch: listSearch(clientList),
  loaderDeps: ({ search }) => search,
  loader: listLoader(clientListQuery),
  component: listPage(ClientListPage),
});
