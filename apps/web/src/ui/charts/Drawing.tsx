import type { ChartProps, ChartSeries } from "./chart-props.ts";
import "@mantine/charts/styles.css";
import "@mantine/core/styles/ColorSwatch.css";
import { BarChart, LineChart } from "@mantine/charts";
import { useMediaQuery } from "@mantine/hooks";
import { formatCompact } from "../format.ts";
import { toneOf } from "./tones.ts";

function colour(series: ChartSeries, index: number): string {
  const { token, part } = toneOf(series, index);
  return part === 1
    ? `var(--ok-${token})`
    : `color-mix(in srgb, var(--ok-${token}) ${Math.round(part * 100)}%, var(--ok-card))`;
}

/** Bars start at zero; few bars carry their figure, several series get a legend. */
export function Drawing({ kind, points, series: all, format, height, stacked }: ChartProps & { height: number }) {
  const narrow = useMediaQuery("(max-width: 640px)", undefined, { getInitialValueInEffect: false });
  const series = all.filter((one) => !one.tableOnly);
  const common = {
    h: height,
    data: points,
    dataKey: "label",
    series: series.map((one, index) => ({ name: one.key, label: one.label, color: colour(one, index) })),
    valueFormatter: format,
    withLegend: series.length > 1,
    gridAxis: "x" as const,
    tickLine: "none" as const,
    gridColor: "var(--ok-line-2)",
    textColor: "var(--ok-ink-3)",
    // Axis and bars say it short (25万); the tip and the table say it exactly.
    yAxisProps: { width: 56, tickFormatter: formatCompact },
    // In the order of the series, not of the alphabet.
    legendProps: { itemSorter: null },
  };
  if (kind === "line") {
    return <LineChart {...common} curveType="linear" strokeWidth={2} withDots={points.length <= 31} />;
  }
  return (
    <BarChart
      {...common}
      type={stacked ? "stacked" : "default"}
      withBarValueLabel={series.length === 1 && points.length <= (narrow ? 6 : 12)}
      valueLabelProps={{ formatter: (value) => formatCompact(Number(value)) }}
      maxBarWidth={48}
    />
  );
}
