import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { workingAccount } from "../../api/account.ts";
import { ExportMenu } from "../../shell/ExportMenu.tsx";
import { useNamed } from "../../shell/use-named.ts";
import { Card } from "../../ui/Card.tsx";
import { Chart } from "../../ui/charts/Chart.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatCount, formatMonth } from "../../ui/format.ts";
import { rankMonthsQuery } from "./ranks.api.ts";

/** How many guests held each rank at the ends of the last months, as bars and as a table. */
export function RankMonthsCard({ id }: { id: number }) {
  const { t } = useTranslation("ranks");
  const named = useNamed();
  const { data, isError, error, refetch } = useQuery(rankMonthsQuery(id));
  const title = t("months.title");
  const points = (data?.months ?? []).map(({ month_end, counts }) => ({
    label: formatMonth(month_end.slice(0, 7)),
    ...Object.fromEntries(counts.map((one) => [`t${one.rank_detail_id}`, one.count])),
  }));
  return (
    <Card
      title={named(title)}
      note={t("months.note")}
      aside={
        points.length > 0 ? (
          <ExportMenu path={`/api/ranks/${id}/months.csv`} query={{ account_id: workingAccount() }} title={title} />
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
          series={(data?.tiers ?? []).map(({ id: tier, name }) => ({ key: `t${tier}`, label: name }))}
          format={(value) => formatCount(value, "people")}
        />
      )}
    </Card>
  );
}
