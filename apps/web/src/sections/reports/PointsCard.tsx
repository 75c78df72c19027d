import { useTranslation } from "react-i18next";
import type { Period } from "../../parts/periods/period.ts";
import { Card } from "../../ui/Card.tsx";
import { Chart } from "../../ui/charts/Chart.tsx";
import type { ChartSeries } from "../../ui/charts/chart-props.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatCount, formatMonth } from "../../ui/format.ts";
import { ReportExport } from "./ReportExport.tsx";
import type { Overview } from "./reports.api.ts";
import styles from "./reports.module.css";

/** Points granted, used and expired by month, and what is left at each month's end; the table tells what else moved it. */
export function PointsCard({ points, period }: { points: Overview["points"] | undefined; period: Period }) {
  const { t } = useTranslation(["reports", "ui"]);
  const title = t("points.title");
  const format = (value: number) => formatCount(value, "points");
  const flows: ChartSeries[] = [
    { key: "granted", label: t("points.granted"), tone: "main" },
    { key: "used", label: t("points.used"), tone: "second" },
    { key: "expired", label: t("points.expired"), tone: "compare" },
  ];
  const changes: ChartSeries[] = [
    { key: "reversed", label: t("points.reversed"), tone: "compare" },
    { key: "deducted", label: t("points.deducted"), tone: "compare" },
    { key: "debt_incurred", label: t("points.debtIncurred"), tone: "compare" },
    { key: "debt_paid", label: t("points.debtPaid"), tone: "compare" },
  ];
  const balance: ChartSeries = { key: "outstanding", label: t("points.outstanding"), tone: "main" };
  const rows = (points ?? []).map((month) => ({ label: formatMonth(month.month), ...month }));
  const quiet = rows.every((row) => !row.granted && !row.used && !row.expired && !row.outstanding);
  return (
    <Card
      title={title}
      note={t("points.note")}
      aside={rows.length > 0 ? <ReportExport title={title} table="points" query={period} /> : null}
    >
      {points === undefined ? (
        <div className={styles.waiting} role="status" aria-label={t("ui:chart.loading")} />
      ) : quiet ? (
        <EmptyState sentence={t("points.empty")} />
      ) : (
        <div className={styles.charts}>
          <section>
            <h3>{t("points.flow")}</h3>
            <Chart
              kind="bar"
              title={t("points.flow")}
              axis={t("points.month")}
              points={rows}
              series={[...flows, ...[...changes, balance].map((one) => ({ ...one, tableOnly: true }))]}
              format={format}
            />
          </section>
          <section>
            <h3>{t("points.balance")}</h3>
            <Chart
              kind="line"
              title={t("points.balance")}
              axis={t("points.month")}
              points={rows}
              series={[balance]}
              format={format}
            />
          </section>
        </div>
      )}
    </Card>
  );
}
