import { CAMPAIGN_RESULT_SORTS } from "@okaeri/domain/reports/sort-campaigns";
import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { periodOf } from "../../../../parts/periods/period.ts";
import { PERIOD_PRESETS } from "../../../../parts/periods/presets.ts";
import { ReportPage } from "../../../../sections/reports/ReportPage.tsx";
import { overviewQuery, reportSiteQuery } from "../../../../sections/reports/reports.api.ts";
import { dayInSearch, oneOfInSearch, sortInSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/reports/")({
  validateSearch: v.object({
    sort: sortInSearch(CAMPAIGN_RESULT_SORTS),
    preset: oneOfInSearch(PERIOD_PRESETS),
    from: dayInSearch,
    to: dayInSearch,
  }),
  loaderDeps: ({ search: { preset, from, to } }) => ({ preset, from, to }),
  loader: async ({ context, deps }) => {
    const site = await context.queryClient.ensureQueryData(reportSiteQuery());
    // The page shows its own skeleton, so it does not wait for the figures.
    void context.queryClient.prefetchQuery(overviewQuery(periodOf(deps, site.today)));
    return { today: site.today };
  },
  component: Report,
});

function Report() {
  return <ReportPage search={Route.useSearch()} today={Route.useLoaderData().today} />;
}
