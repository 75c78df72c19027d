import { createFileRoute } from "@tanstack/react-router";
import { RankEditPage } from "../../../../sections/ranks/RankFormPage.tsx";
import { rankQuery, rankSiteQuery } from "../../../../sections/ranks/ranks.api.ts";
import { insteadOfPage } from "../../../../shell/router/instead-of-page.ts";

export const Route = createFileRoute("/{-$locale}/_app/ranks/$id/edit")({
  loader: async ({ context, params }) => {
    const [rank, site] = await Promise.all([
      context.queryClient.fetchQuery(rankQuery(Number(params.id))),
      context.queryClient.ensureQueryData(rankSiteQuery()),
    ]);
    // Changed with the right on the programme account; with the same right on a facility they are read (product §1).
    if (!rank.page_actions.includes("edit")) throw insteadOfPage("forbidden");
    return { rank, today: site.today };
  },
  component: RankEdit,
});

function RankEdit() {
  const { rank, today } = Route.useLoaderData();
  return <RankEditPage key={rank.id} rank={rank} today={today} />;
}
