import { Button } from "@mantine/core";
import { DEFAULT_RESULT_SORT, sortedCampaigns } from "@okaeri/domain/reports/sort-campaigns";
import { IconSpeakerphone } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Period } from "../../parts/periods/period.ts";
import { useRowLink } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatCount } from "../../ui/format.ts";
import { campaignResultColumns } from "./campaign-columns.tsx";
import { ReportExport } from "./ReportExport.tsx";
import type { CampaignResult } from "./reports.api.ts";

type CampaignResultsCardProps = {
  campaigns: readonly CampaignResult[] | undefined;
  period: Period;
  sort: string | undefined;
  onSort: (sort: string) => void;
  /** Widens the period when there is nothing in it. */
  onLonger: () => void;
  busy: boolean;
};

/** What each campaign sent, granted and brought back; a row opens the campaign. */
export function CampaignResultsCard(props: CampaignResultsCardProps) {
  const { campaigns, period, sort = DEFAULT_RESULT_SORT, onSort, onLonger, busy } = props;
  const { t } = useTranslation(["reports", "ui"]);
  const rowLink = useRowLink();
  const mayOpen = useMay("campaigns/read");
  const columns = useMemo(() => campaignResultColumns(t), [t]);
  const rows = campaigns && sortedCampaigns(campaigns, sort);
  const title = t("campaigns.title");
  return (
    <Card
      flush
      title={title}
      note={rows ? formatCount(rows.length, "items") : undefined}
      aside={rows?.length ? <ReportExport title={title} table="campaigns" query={{ ...period, sort }} /> : null}
    >
      <DataTable
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={(one) => one.id}
        {...(mayOpen
          ? {
              row: rowLink((one: CampaignResult) => `/campaigns/${one.id}`),
            }
          : {})}
        sort={sort}
        onSort={onSort}
        busy={busy}
        skeletonRows={5}
        minWidth={2180}
        empty={
          <EmptyState
            icon={<IconSpeakerphone size={24} aria-hidden />}
            sentence={t("campaigns.empty")}
            action={<Button onClick={onLonger}>{t("campaigns.longer")}</Button>}
          />
        }
      />
    </Card>
  );
}
