import { createFileRoute } from "@tanstack/react-router";
import { RecordHistory } from "../../../../../parts/audit/RecordHistory.tsx";
import { pageSearch } from "../../../../-list-search.ts";
import { addressed } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/history")({
  validateSearch: pageSearch,
  component: addressed(RecordHistory, { of: "accounts" }),
});
