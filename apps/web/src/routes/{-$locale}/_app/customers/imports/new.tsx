import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { NewImportPage } from "../../../../../sections/imports/NewImportPage.tsx";
import { idInSearch } from "../../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/customers/imports/new")({
  validateSearch: v.object({ import_id: idInSearch }),
  component: NewImport,
});

function NewImport() {
  return <NewImportPage search={Route.useSearch()} />;
}
