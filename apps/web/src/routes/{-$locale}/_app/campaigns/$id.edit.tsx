import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { campaignQuery, campaignSiteQuery } from "../../../../sections/campaigns/campaigns.api.ts";
import { CARDS } from "../../../../sections/campaigns/campaigns.search.ts";
import { CampaignEditPage } from "../../../../sections/campaigns/editor/CampaignEditPage.tsx";
import { oneOfInSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/campaigns/$id/edit")({
  validateSearch: v.object({ card: oneOfInSearch(CARDS) }),
  // An edit starts from the newest state, whatever was looked at before.
  loader: async ({ context, params }) => {
    const [campaign, site] = await Promise.all([
      context.queryClient.fetchQuery({ ...campaignQuery(Number(params.id)), staleTime: 0 }),
      context.queryClient.ensureQueryData(campaignSiteQuery()),
    ]);
    return { campaign, today: site.today };
  },
  component: CampaignEdit,
});

function CampaignEdit() {
  const { card = "who" } = Route.useSearch();
  const { campaign, today } = Route.useLoaderData();
  return <CampaignEditPage campaign={campaign} today={today} card={card} />;
}
