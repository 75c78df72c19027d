import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { GrantRequestsPage } from "../../../../sections/points/GrantRequestsPage.tsx";
import { programmeRequestsQuery } from "../../../../sections/points/points.api.ts";
import { pageInSearch } from "../../../-list-search.ts";
import { listLoader, listPage } from "../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/point-requests")({
  validateSearch: v.object(pageInSearch),
  loaderDeps: ({ search }) => search,
  loader: listLoader(programmeRequestsQuery),
  component: listPage(GrantRequestsPage),
});
