import { createFileRoute } from "@tanstack/react-router";
import { RfmListPage } from "../../../../sections/rfms/RfmListPage.tsx";
import { rfmListQuery } from "../../../../sections/rfms/rfms.api.ts";

export const Route = createFileRoute("/{-$locale}/_app/rfms/")({
  loader: ({ context }) => {
    // The page shows its own skeleton, so it does not wait for the counts.
    void context.queryClient.prefetchQuery(rfmListQuery());
  },
  component: RfmListPage,
});
