import { createFileRoute } from "@tanstack/react-router";
import { GrantRequestsPage } from "../../../../sections/points/GrantRequestsPage.tsx";
import { programmeRequestsQuery } from "../../../../sections/points/points.api.ts";
import { pageSearch } from "../../../-list-search.ts";
import { listLoader, listPage } from "../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/point-requests")({
  validateSearch: pageSearch,
  loaderDeps: ({ search }) => search,
  loader: listLoader(programmeRequestsQuery),
  component: listPage(GrantRequestsPage),
});
