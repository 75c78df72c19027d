import { mergeList } from "@okaeri/contract/lists/merges";
import { createFileRoute } from "@tanstack/react-router";
import { MergeListPage } from "../../../../../sections/merges/MergeListPage.tsx";
import { mergeListQuery } from "../../../../../sections/merges/merges.api.ts";
import { listSearch } from "../../../../-list-search.ts";
import { listLoader, listPage } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/merges/")({
  validateSearch: listSearch(mergeList),
  loaderDeps: ({ search }) => search,
  loader: listLoader(mergeListQuery),
  component: listPage(MergeListPage),
});
