import { TOUCHES } from "@okaeri/contract/campaigns/delivery/touches";
import { RESULT_DIMENSIONS, RESULT_FIGURES } from "@okaeri/contract/campaigns/results/result-figures";
import { recipientList } from "@okaeri/contract/lists/recipients";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { PERIOD_PRESETS } from "../../../../parts/periods/presets.ts";
import { CampaignPage } from "../../../../sections/campaigns/CampaignPage.tsx";
import { campaignQuery } from "../../../../sections/campaigns/campaigns.api.ts";
import { CAMPAIGN_TABS } from "../../../../sections/campaigns/campaigns.search.ts";
import { dayInSearch, listEntries, oneOfInSearch, textInSearch } from "../../../-list-search.ts";
import { recordLoader } from "../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/campaigns/$id/")({
  validateSearch: v.object({
    ...listEntries(recipientList),
    touch: oneOfInSearch(TOUCHES),
    tab: oneOfInSearch(CAMPAIGN_TABS),
    preset: oneOfInSearch(PERIOD_PRESETS),
    from: dayInSearch,
    to: dayInSearch,
    by: oneOfInSearch(RESULT_DIMENSIONS),
    figure: oneOfInSearch(RESULT_FIGURES),
    key: textInSearch(/^[\w-]{1,40}$/),
  }),
  loader: recordLoader(campaignQuery),
  component: CampaignDetail,
});

function CampaignDetail() {
  const search = Route.useSearch();
  const id = Number(Route.useParams().id);
  return <CampaignPage key={id} record={useQuery(campaignQuery(id))} search={search} />;
}
