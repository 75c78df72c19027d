import { TOUCHES } from "@okaeri/contract/campaigns/touches";
import { recipientList } from "@okaeri/contract/lists/recipients";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { campaignQuery } from "../../../../sections/campaigns/campaigns.api.ts";
import { CAMPAIGN_TABS } from "../../../../sections/campaigns/campaigns.search.ts";
import { CampaignPage } from "../../../../sections/campaigns/detail/CampaignPage.tsx";
import { listEntries, oneOfInSearch } from "../../../-list-search.ts";
import { recordLoader } from "../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/campaigns/$id/")({
  validateSearch: v.object({
    ...listEntries(recipientList),
    touch: oneOfInSearch(TOUCHES),
    tab: oneOfInSearch(CAMPAIGN_TABS),
  }),
  loader: recordLoader(campaignQuery),
  component: CampaignDetail,
});

function CampaignDetail() {
  const search = Route.useSearch();
  const id = Number(Route.useParams().id);
  return <CampaignPage key={id} record={useQuery(campaignQuery(id))} search={search} />;
}
