import { formatCount, type Unit } from "../format.ts";
import type { ShareBar } from "../ShareBars.tsx";
import type { Colour, Drawn } from "./picture.ts";
import { fitText, textWidth } from "./text-width.ts";

type Bars = { bars: readonly ShareBar[]; unit: Unit; whole: number; percent: (n: string) => string };

const [LINE, TRACK, FIGURES] = [34, 320, 170];

/** Bars of a whole with figure and share, for a file. */
export function drawBars({ bars, unit, whole, percent }: Bars, colour: Colour): Drawn {
  const side = Math.min(320, Math.max(120, ...bars.map(({ label }) => textWidth(label, 13)))) + 16;
  return {
    width: side + TRACK + FIGURES,
    height: bars.length * LINE,
    body: bars.map((bar, at) => {
      const share = whole === 0 ? 0 : bar.value / whole;
      const y = at * LINE + LINE / 2;
      return (
        <g key={bar.key}>
          <text x={0} y={y + 5} fontSize={13} fontWeight={bar.tone === "quiet" ? 400 : 600} fill={colour("ink")}>
            {fitText(bar.label, 13, side - 16)}
          </text>
          <rect x={side} y={y - 5} width={TRACK} height={10} rx={5} fill={colour("line-2")} />
          <rect
            x={side}
            y={y - 5}
            width={share * TRACK}
            height={10}
            rx={Math.min(5, (share * TRACK) / 2)}
            fill={colour(bar.tone === "quiet" ? "chart-2" : "chart-1")}
          />
          <text x={side + TRACK + 96} y={y + 5} fontSize={13} fontWeight={600} textAnchor="end" fill={colour("ink")}>
            {formatCount(bar.value, unit)}
          </text>
          <text x={side + TRACK + FIGURES} y={y + 5} fontSize={13} textAnchor="end" fill={colour("ink-2")}>
            {percent((share * 100).toFixed(1))}
          </text>
        </g>
      );
    }),
  };
}
