import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { NewImportPage } from "../../../../../sections/imports/NewImportPage.tsx";
import { idInSearch } from "../../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/customers/imports/new")({
  validateSearch: v.object({ import_id: idInSearch }),
  loader: () => loadWords("imports"),
  component: NewImport,
});

function NewImport() {
  return <NewImportPage search={Route.useSearch()} />;
}
