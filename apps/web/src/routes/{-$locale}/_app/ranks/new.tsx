import { createFileRoute } from "@tanstack/react-router";
import { RankNewPage } from "../../../../sections/ranks/RankFormPage.tsx";
import { rankSiteQuery, rankSuggestionQuery } from "../../../../sections/ranks/ranks.api.ts";

export const Route = createFileRoute("/{-$locale}/_app/ranks/new")({
  // The form starts from what fits the account's own guests; whoever may not make ranks is refused with it.
  loader: async ({ context }) => {
    const [suggested, site] = await Promise.all([
      context.queryClient.fetchQuery(rankSuggestionQuery("stay", 24)),
      context.queryClient.ensureQueryData(rankSiteQuery()),
    ]);
    return { suggested, today: site.today };
  },
  component: RankNew,
});

function RankNew() {
  return <RankNewPage {...Route.useLoaderData()} />;
}
