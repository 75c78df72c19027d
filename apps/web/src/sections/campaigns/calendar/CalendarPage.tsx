import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useGo } from "../../../shell/navigation.ts";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { campaignSiteQuery } from "../campaigns.api.ts";
import type { CampaignListSearch } from "../campaigns.search.ts";
import { CampaignViews } from "../list/CampaignViews.tsx";
import { CreateCampaign } from "../list/CreateCampaign.tsx";
import { monthOfDay } from "./month.ts";

// The list does not wait for the calendar and its list of holidays.
const CampaignCalendar = lazy(() =>
  import("./CampaignCalendar.tsx").then((module) => ({ default: module.CampaignCalendar })),
);

/** The month that the address names, this one otherwise. */
export function CalendarPage({ search }: { search: CampaignListSearch }) {
  const { t } = useTranslation("campaigns");
  const go = useGo();
  const { data: site } = useQuery(campaignSiteQuery());
  return (
    <>
      <PageHeader title={t("title")} actions={<CreateCampaign />} />
      <CampaignViews search={search}>
        {site === undefined ? null : (
          <Suspense fallback={null}>
            <CampaignCalendar
              month={search.month ?? monthOfDay(site.today)}
              today={site.today}
              onMonth={(month) => void go("/campaigns", { ...search, month }, { replace: true })}
            />
          </Suspense>
        )}
      </CampaignViews>
    </>
  );
}
