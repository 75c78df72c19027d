import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { siteQuery } from "../../../../sections/campaigns/campaigns.api.ts";
import { STEPS } from "../../../../sections/campaigns/campaigns.search.ts";
import { CampaignNewPage } from "../../../../sections/campaigns/editor/CampaignEditPage.tsx";
import { oneOfInSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/campaigns/new")({
  validateSearch: v.object({ step: oneOfInSearch(STEPS) }),
  loader: async ({ context }) => {
    const site = await context.queryClient.ensureQueryData(siteQuery());
    return { today: site.today };
  },
  component: CampaignNew,
});

function CampaignNew() {
  const { step = "basics" } = Route.useSearch();
  return <CampaignNewPage today={Route.useLoaderData().today} step={step} />;
}
