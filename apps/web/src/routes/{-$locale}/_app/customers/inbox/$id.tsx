import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { InboxBatchPage } from "../../../../../sections/inbox/InboxBatchPage.tsx";
import { batchQuery } from "../../../../../sections/inbox/inbox.api.ts";
import { oneOfInSearch, pageInSearch } from "../../../../-list-search.ts";
import { addressed, recordLoader } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/customers/inbox/$id")({
  validateSearch: v.object({ ...pageInSearch, row_outcome: oneOfInSearch(["refused"]) }),
  loader: recordLoader(batchQuery),
  component: addressed(InboxBatchPage),
});
