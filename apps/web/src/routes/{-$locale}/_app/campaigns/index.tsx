import { CAMPAIGN_STATUSES, CAMPAIGN_TYPES } from "@okaeri/domain/enumerations";
import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { loadWords } from "../../../../i18n/i18n.ts";
import { CampaignListPage } from "../../../../sections/campaigns/CampaignListPage.tsx";
import { campaignListQuery } from "../../../../sections/campaigns/campaigns.api.ts";
import { CAMPAIGN_SORTS } from "../../../../sections/campaigns/campaigns.search.ts";
import { listInSearch, oneOfInSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/campaigns/")({
  validateSearch: v.object({
    ...listInSearch(CAMPAIGN_SORTS),
    status: oneOfInSearch(CAMPAIGN_STATUSES),
    type: oneOfInSearch(CAMPAIGN_TYPES),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await loadWords("campaigns");
    void context.queryClient.prefetchQuery(campaignListQuery(deps));
  },
  component: CampaignList,
});

function CampaignList() {
  return <CampaignListPage search={Route.useSearch()} />;
}
