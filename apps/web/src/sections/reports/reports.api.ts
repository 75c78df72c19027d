import type { reports } from "@okaeri/contract/reports";
import type { InferContractRouterOutputs } from "@orpc/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import type { Period } from "../../parts/periods/period.ts";
import type { PeriodSearch } from "../../parts/periods/presets.ts";

export type Overview = InferContractRouterOutputs<typeof reports>["overview"];
export type CampaignResult = Overview["campaigns"][number];

export type ReportSearch = PeriodSearch & {
  /** `field` or `-field` of the campaign table. */
  sort?: string | undefined;
};

/** The provider's today, in Asia/Tokyo. */
export function reportSiteQuery() {
  return api.site.brand.queryOptions({ staleTime: Number.POSITIVE_INFINITY });
}

/** Campaign results, points and stays of a period, both days included. */
export function overviewQuery(period: Period) {
  return api.reports.overview.queryOptions({ input: period, placeholderData: keepPreviousData });
}
