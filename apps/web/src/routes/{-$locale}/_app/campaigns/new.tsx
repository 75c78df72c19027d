import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { loadWords } from "../../../../i18n/i18n.ts";
import { siteQuery } from "../../../../sections/campaigns/campaigns.api.ts";
import { STEPS } from "../../../../sections/campaigns/campaigns.search.ts";
import { CampaignNewPage } from "../../../../sections/campaigns/editor/CampaignEditPage.tsx";
import { oneOfInSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/campaigns/new")({
  validateSearch: v.object({ step: oneOfInSearch(STEPS) }),
  loader: async ({ context }) => {
    const [site] = await Promise.all([
      context.queryClient.ensureQueryData(siteQuery()),
      loadWords("campaigns", "fields"),
    ]);
    return { today: site.today };
  },
  component: CampaignNew,
});

function CampaignNew() {
  const { step = "basics" } = Route.useSearch();
  return <CampaignNewPage today={Route.useLoaderData().today} step={step} />;
}
