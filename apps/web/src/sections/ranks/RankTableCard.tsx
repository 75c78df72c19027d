import { thresholdOf } from "@okaeri/domain/ranks/definition";
import { useTranslation } from "react-i18next";
import { RankTag } from "../../parts/ranks/RankTag.tsx";
import { useGo, useHref } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatCount, formatPrice } from "../../ui/format.ts";
import type { Column } from "../../ui/table-props.ts";
import type { Rank, RankDetail } from "./ranks.api.ts";

/** What a tier asks for, in words. */
export function useCondition(definition: Rank["definition"]) {
  const { t } = useTranslation("ranks");
  return (tier: Parameters<typeof thresholdOf>[1]) => {
    const threshold = thresholdOf(definition, tier);
    return threshold === 0
      ? t("condition.none")
      : t(`condition.${definition}`, { count: threshold, yen: formatPrice(threshold) });
  };
}

/** What each rank asks for, and how its holders may use points. */
export function RankTableCard({ rank }: { rank: Rank }) {
  const { t } = useTranslation(["ranks", "ui"]);
  const go = useGo();
  const href = useHref();
  const mayOpen = useMay("customers/read");
  const conditionOf = useCondition(rank.definition);
  const limit = (value: number | null) => (value === null ? t("noLimit") : formatCount(value, "points"));
  const columns: Column<RankDetail>[] = [
    {
      key: "name",
      title: t("column.name"),
      render: (detail) => <RankTag rank={detail} />,
    },
    { key: "condition", title: t("column.condition"), render: conditionOf },
    { key: "min", title: t("column.min"), align: "right", render: (detail) => limit(detail.min_use_point) },
    { key: "max", title: t("column.max"), align: "right", render: (detail) => limit(detail.max_use_point) },
    {
      key: "unit",
      title: t("column.unit"),
      align: "right",
      render: () => t("unitOf", { count: rank.use_point_unit }),
    },
    {
      key: "count",
      title: t("column.count"),
      align: "right",
      render: (detail) => formatCount(detail.count, "people"),
    },
  ];
  const filter = (detail: RankDetail) => ({ rank_detail_id: String(detail.id) });
  return (
    <Card flush title={t("table")}>
      <DataTable
        caption={t("table")}
        columns={columns}
        rows={rank.details}
        rowKey={(detail) => detail.id}
        minWidth={860}
        {...(mayOpen
          ? {
              row: {
                href: (detail: RankDetail) => href("/customers", filter(detail)),
                open: (detail: RankDetail) => void go("/customers", filter(detail)),
              },
            }
          : {})}
        empty={<EmptyState sentence={t("noDetails")} />}
      />
    </Card>
  );
}
