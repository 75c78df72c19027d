import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../i18n/i18n.ts";
import { RfmListPage } from "../../../../sections/rfms/RfmListPage.tsx";
import { rfmListQuery } from "../../../../sections/rfms/rfms.api.ts";

export const Route = createFileRoute("/{-$locale}/_app/rfms/")({
  loader: async ({ context }) => {
    await loadWords("rfms", "fields");
    // The page shows its own skeleton, so it does not wait for the counts.
    void context.queryClient.prefetchQuery(rfmListQuery());
  },
  component: RfmListPage,
});
