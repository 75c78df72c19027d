import { campaignList } from "@okaeri/contract/lists/campaigns";
import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { campaignListQuery } from "../../../../sections/campaigns/campaigns.api.ts";
import { CampaignListPage } from "../../../../sections/campaigns/list/CampaignListPage.tsx";
import { listEntries, oneOfInSearch, textInSearch } from "../../../-list-search.ts";
import { listLoader, listPage } from "../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/campaigns/")({
  validateSearch: v.object({
    ...listEntries(campaignList),
    show: oneOfInSearch(["calendar"]),
    month: textInSearch(/^20\d\d-(0[1-9]|1[0-2])$/),
  }),
  loaderDeps: ({ search }) => search,
  // The calendar asks for its month itself.
  loader: (page) => (page.deps.show === "calendar" ? undefined : listLoader(campaignListQuery)(page)),
  component: listPage(CampaignListPage),
});
