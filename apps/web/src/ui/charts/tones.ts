import type { ChartSeries } from "./chart-props.ts";

const TONES = { main: 1, compare: 2, highlight: 3, second: 4 } as const;
const IN_TURN = [1, 2, 3, 4] as const;

/** Which token a series has, and how much of it: where there are more series than colours, the next ones are lighter. */
export function toneOf({ tone, part }: ChartSeries, index: number): { token: string; part: number } {
  const round = Math.floor(index / IN_TURN.length);
  return {
    token: `chart-${tone ? TONES[tone] : (IN_TURN[index % IN_TURN.length] ?? 1)}`,
    part: part ?? (tone ? 1 : 0.6 ** round),
  };
}
