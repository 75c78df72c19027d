import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { InboxBatchPage } from "../../../../../sections/inbox/InboxBatchPage.tsx";
import { batchQuery } from "../../../../../sections/inbox/inbox.api.ts";
import { oneOfInSearch, pageInSearch } from "../../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/customers/inbox/$batchId")({
  validateSearch: v.object({ ...pageInSearch, fate: oneOfInSearch(["refused"]) }),
  loader: ({ context, params }) =>
    Promise.all([loadWords("inbox"), context.queryClient.ensureQueryData(batchQuery(Number(params.batchId)))]).then(
      () => undefined,
    ),
  component: Batch,
});

function Batch() {
  return <InboxBatchPage id={Number(Route.useParams().batchId)} search={Route.useSearch()} />;
}
