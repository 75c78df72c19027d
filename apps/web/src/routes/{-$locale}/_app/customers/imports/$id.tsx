import { createFileRoute } from "@tanstack/react-router";
import { ImportPage } from "../../../../../sections/imports/ImportPage.tsx";
import { importQuery } from "../../../../../sections/imports/imports.api.ts";
import { pageSearch } from "../../../../-list-search.ts";
import { addressed, recordLoader } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/imports/$id")({
  validateSearch: pageSearch,
  loader: recordLoader(importQuery),
  component: addressed(ImportPage),
});
