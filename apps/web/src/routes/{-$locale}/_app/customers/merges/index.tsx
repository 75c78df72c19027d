import { mergeList } from "@okaeri/contract/lists/merges";
import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { MergeListPage } from "../../../../../sections/merges/MergeListPage.tsx";
import { mergeListQuery } from "../../../../../sections/merges/merges.api.ts";
import { listSearch } from "../../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/customers/merges/")({
  validateSearch: listSearch(mergeList),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await loadWords("merges");
    void context.queryClient.prefetchQuery(mergeListQuery(deps));
  },
  component: MergeListRoute,
});

function MergeListRoute() {
  return <MergeListPage search={Route.useSearch()} />;
}
