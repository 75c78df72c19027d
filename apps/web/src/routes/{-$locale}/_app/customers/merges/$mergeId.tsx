import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { MergePage } from "../../../../../sections/merges/MergePage.tsx";
import { candidateQuery } from "../../../../../sections/merges/merges.api.ts";

export const Route = createFileRoute("/{-$locale}/_app/customers/merges/$mergeId")({
  loader: ({ context, params }) =>
    Promise.all([
      loadWords("merges"),
      context.queryClient.ensureQueryData(candidateQuery(Number(params.mergeId))),
    ]).then(() => undefined),
  component: Merge,
});

function Merge() {
  const { mergeId } = Route.useParams();
  return <MergePage key={mergeId} id={Number(mergeId)} />;
}
