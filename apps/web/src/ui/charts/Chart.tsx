import { SegmentedControl } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./Chart.module.css";
import { ChartTable } from "./ChartTable.tsx";
import type { ChartProps } from "./chart-props.ts";

// Lazy loading: the drawing library is as large as the rest of a page, so it loads only when a chart is shown.
const Drawing = lazy(() => import("./Drawing.tsx").then((module) => ({ default: module.Drawing })));

/** A chart with the same numbers as a table one click away (look.md, Charts). */
export function Chart(props: ChartProps) {
  const { t } = useTranslation("ui");
  const [view, setView] = useState("chart");
  const height = props.height ?? 260;
  return (
    <figure className={styles.figure} aria-label={props.title}>
      <SegmentedControl
        className={styles.switch ?? ""}
        size="xs"
        value={view}
        onChange={setView}
        data={[
          { value: "chart", label: t("chart.chart") },
          { value: "table", label: t("chart.table") },
        ]}
      />
      {view === "table" ? (
        <ChartTable {...props} />
      ) : (
        <Suspense
          fallback={<div className={styles.waiting} style={{ height }} role="status" aria-label={t("chart.loading")} />}
        >
          <Drawing {...props} height={height} />
        </Suspense>
      )}
    </figure>
  );
}
