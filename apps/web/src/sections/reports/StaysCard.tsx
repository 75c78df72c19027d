import { useTranslation } from "react-i18next";
import type { Period } from "../../parts/periods/period.ts";
import { Card } from "../../ui/Card.tsx";
import { Chart } from "../../ui/charts/Chart.tsx";
import type { ChartSeries } from "../../ui/charts/chart-props.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatCount, formatMonth, formatPrice } from "../../ui/format.ts";
import { ReportExport } from "./ReportExport.tsx";
import type { Overview } from "./reports.api.ts";
import styles from "./reports.module.css";

/** Confirmed stays and what was paid for them, by month. */
export function StaysCard({ stays, period }: { stays: Overview["stays"] | undefined; period: Period }) {
  const { t } = useTranslation(["reports", "ui"]);
  const title = t("stays.title");
  const countFormat = (value: number) => formatCount(value, "items");
  const count: ChartSeries = { key: "stays", label: t("stays.count"), tone: "main", format: countFormat };
  const price: ChartSeries = { key: "use_price", label: t("stays.usePrice"), tone: "main", format: formatPrice };
  const rows = (stays ?? []).map((month) => ({ label: formatMonth(month.month), ...month }));
  const axis = t("points.month");
  return (
    <Card
      title={title}
      note={t("stays.note")}
      aside={rows.length > 0 ? <ReportExport title={title} table="stays" query={period} /> : null}
    >
      {stays === undefined ? (
        <div className={styles.waiting} role="status" aria-label={t("ui:chart.loading")} />
      ) : rows.every((row) => row.stays === 0) ? (
        <EmptyState sentence={t("stays.empty")} />
      ) : (
        <div className={styles.charts}>
          <section>
            <h3>{t("stays.count")}</h3>
            <Chart
              kind="bar"
              title={t("stays.count")}
              axis={axis}
              points={rows}
              series={[count, { ...price, tableOnly: true }]}
              format={countFormat}
            />
          </section>
          <section>
            <h3>{t("stays.usePrice")}</h3>
            <Chart
              kind="bar"
              title={t("stays.usePrice")}
              axis={axis}
              points={rows}
              series={[price, { ...count, tableOnly: true }]}
              format={formatPrice}
            />
          </section>
        </div>
      )}
    </Card>
  );
}
