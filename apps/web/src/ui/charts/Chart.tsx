import { SegmentedControl } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./Chart.module.css";
import { ChartTable } from "./ChartTable.tsx";

// The drawing library is as large as the rest of a page, so it comes only when a chart is looked at.
const Drawing = lazy(() => import("./Drawing.tsx").then((module) => ({ default: module.Drawing })));

export type ChartSeries = {
  key: string;
  label: string;
  /** main 藍, compare grey, highlight 柿, second 若竹. */
  tone?: "main" | "compare" | "highlight" | "second";
  /** How much of the tone, for series that are steps of one thing: 1 is all of it. */
  part?: number;
  /** Only in the table: a figure of another size or unit that would flatten the bars. */
  tableOnly?: boolean;
  /** How its values read in the table, when not as the chart's. */
  format?: (value: number) => string;
};

export type ChartPoint = { label: string } & Record<string, number | string>;

export type ChartProps = {
  kind: "bar" | "line";
  /** Names the chart for screen readers and the table. */
  title: string;
  /** Heading of the first table column: 月, 日, 区分 … */
  axis: string;
  points: ChartPoint[];
  series: ChartSeries[];
  /** How a value reads: ¥12,345 or 120人. */
  format: (value: number) => string;
  height?: number;
  stacked?: boolean;
};

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
