import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { workingAccount } from "../../api/account.ts";
import { CampaignFor } from "../../parts/customers/CampaignFor.tsx";
import { ExportMenu } from "../../parts/lists/ExportMenu.tsx";
import { useGo, useHref } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatDate, formatNumber } from "../../ui/format.ts";
import { drawBars } from "../../ui/pictures/draw-bars.tsx";
import { ShareBars } from "../../ui/ShareBars.tsx";
import { type Rank, type RankDetail, rankSiteQuery } from "./ranks.api.ts";

/** How many hold each rank today, the best first, and how many none. */
export function RankDistributionCard({ rank }: { rank: Rank }) {
  const { t } = useTranslation(["ranks", "ui"]);
  const go = useGo();
  const href = useHref();
  const mayOpen = useMay("customers/read");
  const day = useQuery(rankSiteQuery());
  const whole = rank.details.reduce((sum, detail) => sum + detail.count, rank.customers_without_rank);
  const opening = (detail: RankDetail) => {
    const filter = { rank_detail_id: String(detail.id) };
    return { href: href("/customers", filter), open: () => void go("/customers", filter) };
  };
  const shown = {
    unit: "people" as const,
    whole,
    bars: [
      ...rank.details.map((detail) => ({
        key: detail.id,
        label: detail.name,
        value: detail.count,
        ...(detail.manual_count > 0 ? { note: t("manual", { n: formatNumber(detail.manual_count) }) } : {}),
        ...(mayOpen && detail.count > 0 ? { link: opening(detail) } : {}),
        action: (
          <CampaignFor
            conditions={{ rank_detail_id: String(detail.id) }}
            count={detail.count}
            label={t("campaign", { name: detail.name })}
          />
        ),
      })),
      { key: "without", label: t("without"), value: rank.customers_without_rank, tone: "quiet" as const },
    ],
  };
  const title = t("distribution");
  return (
    <Card
      title={title}
      note={t("total", { n: formatNumber(whole) })}
      aside={
        rank.details.length === 0 ? null : (
          <ExportMenu
            path={`/api/ranks/${rank.id}/distribution.csv`}
            query={{ account_id: workingAccount() }}
            title={title}
            picture={{
              title,
              notes: [rank.account_name, ...(day.data ? [t("onDay", { day: formatDate(day.data.today) })] : [])],
              draw: (colour) => drawBars({ ...shown, percent: (n) => t("ui:percent", { n }) }, colour),
            }}
          />
        )
      }
    >
      {rank.details.length === 0 ? <EmptyState sentence={t("noDetails")} /> : <ShareBars label={title} {...shown} />}
    </Card>
  );
}
