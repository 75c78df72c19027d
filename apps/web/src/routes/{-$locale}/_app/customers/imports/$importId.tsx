import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { ImportPage } from "../../../../../sections/imports/ImportPage.tsx";
import { importQuery } from "../../../../../sections/imports/imports.api.ts";
import { pageSearch } from "../../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/customers/imports/$importId")({
  validateSearch: pageSearch,
  loader: ({ context, params }) =>
    Promise.all([loadWords("imports"), context.queryClient.ensureQueryData(importQuery(Number(params.importId)))]).then(
      () => undefined,
    ),
  component: Import,
});

function Import() {
  return (
    <ImportPage key={Route.useParams().importId} id={Number(Route.useParams().importId)} search={Route.useSearch()} />
  );
}
