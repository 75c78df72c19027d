import { importList } from "@okaeri/contract/lists/imports";
import { createFileRoute } from "@tanstack/react-router";
import { ImportListPage } from "../../../../../sections/imports/ImportListPage.tsx";
import { importListQuery } from "../../../../../sections/imports/imports.api.ts";
import { listSearch } from "../../../../-list-search.ts";
import { listLoader, listPage } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/imports/")({
  validateSearch: listSearch(importList),
  loaderDeps: ({ search }) => search,
  loader: listLoader(importListQuery),
  component: listPage(ImportListPage),
});
