import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { PeriodPicker } from "../../parts/periods/PeriodPicker.tsx";
import { periodOf } from "../../parts/periods/period.ts";
import { periodRefusal } from "../../parts/periods/period-refusal.ts";
import { useGo } from "../../shell/navigation.ts";
import { Card } from "../../ui/Card.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatDate } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { CampaignResultsCard } from "./CampaignResultsCard.tsx";
import { PointsCard } from "./PointsCard.tsx";
import { ReportTiles } from "./ReportTiles.tsx";
import { overviewQuery, type ReportSearch } from "./reports.api.ts";
import styles from "./reports.module.css";
import { StaysCard } from "./StaysCard.tsx";

/** What campaigns brought, and points and stays by month (product §3, reports). */
export function ReportPage({ search, today }: { search: ReportSearch; today: string }) {
  const { t } = useTranslation("reports");
  const go = useGo();
  const period = periodOf(search, today);
  const overview = useQuery(overviewQuery(period));
  const show = (change: ReportSearch) => void go("/reports", { ...search, ...change });
  const { data } = overview;
  return (
    <>
      <PageHeader
        title={t("title")}
        count={t("period", { from: formatDate(period.from), to: formatDate(period.to) })}
        actions={<PeriodPicker search={search} period={period} onChange={show} />}
      />
      {overview.isError ? (
        <Card>
          <ErrorState message={periodRefusal(overview.error)} onRetry={() => void overview.refetch()} />
        </Card>
      ) : (
        <div className={styles.page} aria-busy={overview.isPlaceholderData}>
          <ReportTiles overview={data} />
          <CampaignResultsCard
            campaigns={data?.campaigns}
            period={period}
            sort={search.sort}
            onSort={(sort) => show({ sort })}
            onLonger={() => show({ preset: "year", from: undefined, to: undefined })}
            busy={overview.isPlaceholderData}
          />
          <PointsCard points={data?.points} period={period} />
          <StaysCard stays={data?.stays} period={period} />
        </div>
      )}
    </>
  );
}
