import type { ChartPoint, ChartProps } from "../charts/chart-props.ts";
import { toneOf } from "../charts/tones.ts";
import { formatCompact } from "../format.ts";
import type { Colour, Drawn } from "./picture.ts";
import { textWidth } from "./text-width.ts";

type Stacked = Pick<ChartProps, "points" | "series">;

const [SIDE, PITCH, BAR, HIGH, LINE] = [56, 40, 28, 260, 24];
/** As wide as a month is written; where bars are nearer, not each is named. */
const LABEL = 76;

/** Bars on each other, with the sum above each and the series named beneath, for a file. */
export function drawStacked({ points, series }: Stacked, colour: Colour): Drawn {
  const shown = series.filter((one) => !one.tableOnly);
  const figureOf = (point: ChartPoint, key: string) => Number(point[key] ?? 0);
  const sums = points.map((point) => shown.reduce((sum, { key }) => sum + figureOf(point, key), 0));
  const step = stepOf(Math.max(1, ...sums));
  const ticks = Array.from({ length: Math.ceil(Math.max(1, ...sums) / step) + 1 }, (_, at) => at * step);
  const highest = ticks.at(-1) ?? step;
  const width = Math.max(560, SIDE + points.length * PITCH);
  const y = (value: number) => 20 + HIGH * (1 - value / highest);
  const each = Math.ceil(LABEL / PITCH);
  const legend = rowsOf(shown, width);
  return {
    width,
    height: 20 + HIGH + 28 + legend.rows * LINE,
    body: (
      <>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={SIDE} x2={width} y1={y(tick)} y2={y(tick)} stroke={colour("line")} />
            <text x={SIDE - 8} y={y(tick) + 4} fontSize={11} textAnchor="end" fill={colour("ink-3")}>
              {formatCompact(tick)}
            </text>
          </g>
        ))}
        {points.map((point, at) => {
          const left = SIDE + at * PITCH + (PITCH - BAR) / 2;
          let below = 0;
          return (
            <g key={point.label}>
              {shown.map((one, index) => {
                const { token, part } = toneOf(one, index);
                const from = below;
                below += figureOf(point, one.key);
                return (
                  <rect
                    key={one.key}
                    x={left}
                    y={y(below)}
                    width={BAR}
                    height={y(from) - y(below)}
                    fill={colour(token)}
                    fillOpacity={part}
                  />
                );
              })}
              <text
                x={left + BAR / 2}
                y={y(sums[at] ?? 0) - 5}
                fontSize={11}
                fontWeight={600}
                textAnchor="middle"
                fill={colour("ink")}
              >
                {formatCompact(sums[at] ?? 0)}
              </text>
              {/* Counted from the last, which is the one most looked at. */}
              {(points.length - 1 - at) % each === 0 ? (
                <text x={left + BAR / 2} y={20 + HIGH + 18} fontSize={11} textAnchor="middle" fill={colour("ink-3")}>
                  {point.label}
                </text>
              ) : null}
            </g>
          );
        })}
        {legend.places.map(({ x, row, one, index }) => {
          const { token, part } = toneOf(one, index);
          const middle = 20 + HIGH + 28 + row * LINE + LINE / 2;
          return (
            <g key={one.key}>
              <rect x={x} y={middle - 5} width={10} height={10} fill={colour(token)} fillOpacity={part} />
              <text x={x + 16} y={middle + 4} fontSize={12} fill={colour("ink-2")}>
                {one.label}
              </text>
            </g>
          );
        })}
      </>
    ),
  };
}

/** Round, and no more than five of them up to the most. */
function stepOf(most: number): number {
  const size = 10 ** Math.floor(Math.log10(most / 5));
  return Math.max(1, [1, 2, 5, 10].map((n) => n * size).find((step) => most / step <= 5) ?? most);
}

/** The names one beside the other, in as many lines as they need. */
function rowsOf(series: ChartProps["series"], width: number) {
  let [x, row] = [SIDE, 0];
  const places = series.map((one, index) => {
    const room = 16 + textWidth(one.label, 12) + 20;
    if (x > SIDE && x + room > width) [x, row] = [SIDE, row + 1];
    const place = { x, row, one, index };
    x += room;
    return place;
  });
  return { places, rows: row + 1 };
}
