import { importList } from "@okaeri/contract/lists/imports";
import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { ImportListPage } from "../../../../../sections/imports/ImportListPage.tsx";
import { importListQuery } from "../../../../../sections/imports/imports.api.ts";
import { listSearch } from "../../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/customers/imports/")({
  validateSearch: listSearch(importList),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await loadWords("imports");
    void context.queryClient.prefetchQuery(importListQuery(deps));
  },
  component: ImportList,
});

function ImportList() {
  return <ImportListPage search={Route.useSearch()} />;
}
