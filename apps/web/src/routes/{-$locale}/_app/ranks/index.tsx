import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../i18n/i18n.ts";
import { RankListPage } from "../../../../sections/ranks/RankListPage.tsx";
import { rankListQuery } from "../../../../sections/ranks/ranks.api.ts";

export const Route = createFileRoute("/{-$locale}/_app/ranks/")({
  loader: async ({ context }) => {
    await loadWords("ranks");
    // The page shows its own skeleton, so it does not wait for the counts.
    void context.queryClient.prefetchQuery(rankListQuery());
  },
  component: RankListPage,
});
