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

/** Something that happened at a point, named by its label: a dotted line, with its words where there is room. */
export type ChartMark = { label: string; text: string };

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
  /** Only of bars. */
  marks?: ChartMark[];
};
