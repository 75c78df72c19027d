import { createFileRoute } from "@tanstack/react-router";
import { RankListPage } from "../../../../sections/ranks/RankListPage.tsx";
import { rankListQuery } from "../../../../sections/ranks/ranks.api.ts";

export const Route = createFileRoute("/{-$locale}/_app/ranks/")({
  loader: ({ context }) => {
    // The page shows its own skeleton, so it does not wait for the counts.
    void context.queryClient.prefetchQuery(rankListQuery());
  },
  component: RankListPage,
});
