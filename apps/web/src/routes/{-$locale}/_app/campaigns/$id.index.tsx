import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { loadWords } from "../../../../i18n/i18n.ts";
import { campaignQuery } from "../../../../sections/campaigns/campaigns.api.ts";
import { CAMPAIGN_TABS, OUTCOMES } from "../../../../sections/campaigns/campaigns.search.ts";
import { CampaignPage } from "../../../../sections/campaigns/detail/CampaignPage.tsx";
import { oneOfInSearch, pageInSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/campaigns/$id/")({
  validateSearch: v.object({ ...pageInSearch, tab: oneOfInSearch(CAMPAIGN_TABS), outcome: oneOfInSearch(OUTCOMES) }),
  loader: ({ context, params }) =>
    Promise.all([loadWords("campaigns"), context.queryClient.ensureQueryData(campaignQuery(Number(params.id)))]).then(
      () => undefined,
    ),
  component: CampaignDetail,
});

function CampaignDetail() {
  const search = Route.useSearch();
  const { data } = useQuery(campaignQuery(Number(Route.useParams().id)));
  return data ? <CampaignPage key={data.id} campaign={data} search={search} /> : null;
}
