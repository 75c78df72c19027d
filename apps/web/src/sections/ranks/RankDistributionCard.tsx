import { useTranslation } from "react-i18next";
import { useGo, useHref } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatNumber } from "../../ui/format.ts";
import { ShareBars } from "../../ui/ShareBars.tsx";
import type { Rank, RankDetail } from "./ranks.api.ts";

/** How many hold each rank today, the best first, and how many none. */
export function RankDistributionCard({ rank }: { rank: Rank }) {
  const { t } = useTranslation(["ranks", "ui"]);
  const go = useGo();
  const href = useHref();
  const mayOpen = useMay("customers/read");
  const whole = rank.details.reduce((sum, detail) => sum + detail.count, rank.customers_without_rank);
  const opening = (detail: RankDetail) => {
    const filter = { rank_detail_id: String(detail.id) };
    return { href: href("/customers", filter), open: () => void go("/customers", filter) };
  };
  return (
    <Card title={t("distribution")} note={t("total", { n: formatNumber(whole) })}>
      {rank.details.length === 0 ? (
        <EmptyState sentence={t("noDetails")} />
      ) : (
        <ShareBars
          label={t("distribution")}
          unit="people"
          whole={whole}
          bars={[
            ...rank.details.map((detail) => ({
              key: detail.id,
              label: detail.name,
              value: detail.count,
              ...(detail.manual_count > 0 ? { note: t("manual", { n: formatNumber(detail.manual_count) }) } : {}),
              ...(mayOpen && detail.count > 0 ? { link: opening(detail) } : {}),
            })),
            { key: "without", label: t("without"), value: rank.customers_without_rank, tone: "quiet" as const },
          ]}
        />
      )}
    </Card>
  );
}
