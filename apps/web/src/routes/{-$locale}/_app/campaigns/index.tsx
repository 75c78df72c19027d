import { campaignList } from "@okaeri/contract/lists/campaigns";
import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../i18n/i18n.ts";
import { CampaignListPage } from "../../../../sections/campaigns/CampaignListPage.tsx";
import { campaignListQuery } from "../../../../sections/campaigns/campaigns.api.ts";
import { listSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/campaigns/")({
  validateSearch: listSearch(campaignList),
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
