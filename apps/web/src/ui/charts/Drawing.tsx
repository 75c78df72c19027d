import type { ChartMark, ChartPoint, ChartProps, ChartSeries } from "./chart-props.ts";
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

/** The words of marks stand above the bars; the axis has four even steps. */
const ROOM_ABOVE = {
  domain: [0, (most: number) => Math.ceil((most * 1.25) / 4) * 4] as [number, (most: number) => number],
};

/** The marks as lines; words that would lie over those of the mark before are left to the table. */
function linesOf(marks: readonly ChartMark[], points: readonly ChartPoint[], room: number) {
  let free = 0;
  return marks.map(({ label, text }) => {
    const at = points.findIndex((point) => point.label === label);
    // At the right end the words stand before their line.
    const ends = at + room > points.length;
    const isLabelled = (ends ? at - room : at) >= free;
    if (isLabelled) free = ends ? at : at + room;
    return {
      x: label,
      color: "var(--ok-ink-3)",
      strokeDasharray: "2 3",
      labelPosition: ends ? ("insideTopRight" as const) : ("insideTopLeft" as const),
      ...(isLabelled ? { label: text } : {}),
    };
  });
}

/** Bars start at zero; few bars carry their figure, several series get a legend. */
export function Drawing(props: ChartProps & { height: number }) {
  const { kind, points, series: all, format, height, stacked, marks = [] } = props;
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
    yAxisProps: { width: 56, tickFormatter: formatCompact, allowDecimals: false, ...(marks.length > 0 && ROOM_ABOVE) },
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
      withBarValueLabel={series.length === 1 && marks.length === 0 && points.length <= (narrow ? 6 : 12)}
      valueLabelProps={{ formatter: (value) => formatCompact(Number(value)) }}
      maxBarWidth={48}
      referenceLines={linesOf(marks, points, Math.ceil(points.length / (narrow ? 3 : 6)))}
    />
  );
}
