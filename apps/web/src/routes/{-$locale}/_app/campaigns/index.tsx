import { campaignList } from "@okaeri/contract/lists/campaigns";
import { createFileRoute } from "@tanstack/react-router";
import { CampaignListPage } from "../../../../sections/campaigns/CampaignListPage.tsx";
import { campaignListQuery } from "../../../../sections/campaigns/campaigns.api.ts";
import { listSearch } from "../../../-list-search.ts";
import { listLoader, listPage } from "../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/campaigns/")({
  validateSearch: listSearch(campaignList),
  loaderDeps: ({ search }) => search,
  loader: listLoader(campaignListQuery),
  component: listPage(CampaignListPage),
});
