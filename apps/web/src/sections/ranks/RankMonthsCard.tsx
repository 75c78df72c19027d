import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { workingAccount } from "../../api/account.ts";
import { useProgrammeLabel } from "../../parts/accounts/use-programme-label.ts";
import { ExportMenu } from "../../parts/lists/ExportMenu.tsx";
import { Card } from "../../ui/Card.tsx";
import { Chart } from "../../ui/charts/Chart.tsx";
import type { ChartPoint } from "../../ui/charts/chart-props.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatCount, formatMonth } from "../../ui/format.ts";
import { drawStacked } from "../../ui/pictures/draw-stacked.tsx";
import { type Rank, rankMonthsQuery } from "./ranks.api.ts";

/** How many guests held each rank at the ends of the last months, as bars, as a table and as files. */
export function RankMonthsCard({ rank: { id, account_name } }: { rank: Rank }) {
  const { t } = useTranslation("ranks");
  const named = useProgrammeLabel();
  const { data, isError, error, refetch } = useQuery(rankMonthsQuery(id));
  const title = t("months.title");
  const points: ChartPoint[] = (data?.months ?? []).map(({ month_end, counts }) => ({
    label: formatMonth(month_end.slice(0, 7)),
    ...Object.fromEntries(counts.map((one) => [`t${one.rank_detail_id}`, one.count])),
  }));
  // One hue, from dark to light as the ranks go down: with a colour each, one would be gold that is not the rank of that name.
  const series = (data?.tiers ?? []).map(({ id: tier, name }, at, { length }) => ({
    key: `t${tier}`,
    label: name,
    tone: "main" as const,
    part: 1 - (0.65 * at) / Math.max(1, length - 1),
  }));
  const [first, last] = [points[0]?.label, points.at(-1)?.label];
  return (
    <Card
      title={named(title)}
      note={t("months.note")}
      aside={
        first && last ? (
          <ExportMenu
            path={`/api/ranks/${id}/months.csv`}
            query={{ account_id: workingAccount() }}
            title={title}
            picture={{
              title,
              notes: [account_name, t("months.period", { from: first, to: last })],
              draw: (colour) => drawStacked({ points, series }, colour),
            }}
          />
        ) : null
      }
    >
      {isError ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : points.length === 0 ? (
        <EmptyState sentence={t("months.none")} />
      ) : (
        <Chart
          kind="bar"
          stacked
          title={title}
          axis={t("months.month")}
          points={points}
          series={series}
          format={(value) => formatCount(value, "people")}
        />
      )}
    </Card>
  );
}
