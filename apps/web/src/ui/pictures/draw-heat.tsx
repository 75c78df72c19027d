import { formatCount } from "../format.ts";
import type { HeatMapShown } from "../HeatMap.tsx";
import type { Colour, Drawn } from "./picture.ts";
import { fitText } from "./text-width.ts";

const SIDE = 130;
const TOP = 48;
const [WIDE, HIGH, GAP] = [120, 64, 4];

/** The heat map with its numbers in it, for a file. */
export function drawHeat(heat: HeatMapShown, colour: Colour): Drawn {
  const x = (column: number) => SIDE + column * (WIDE + GAP);
  const y = (row: number) => TOP + row * (HIGH + GAP);
  const { legend } = heat;
  const small = (text: string, at: { x: number; y: number }, middle = false) => (
    <text {...at} fontSize={11} fill={colour("ink-3")} {...(middle ? { textAnchor: "middle" as const } : {})}>
      {fitText(text, 11, middle ? WIDE : SIDE - 8)}
    </text>
  );
  const ends = y(heat.rows.length) + 18;
  return {
    width: Math.max(x(heat.columns.length) - GAP, SIDE + (legend?.levels.length ?? 0) * 48),
    height: ends + 20,
    body: (
      <>
        {small(`${heat.columnTitle} →`, { x: 0, y: 14 })}
        {small(`${heat.rowTitle} ↓`, { x: 0, y: 32 })}
        {heat.columns.map(({ key, label, note = "" }, at) => (
          <g key={key}>
            <text x={x(at) + WIDE / 2} y={14} fontSize={13} fontWeight={600} fill={colour("ink-2")} textAnchor="middle">
              {label}
            </text>
            {small(note, { x: x(at) + WIDE / 2, y: 32 }, true)}
          </g>
        ))}
        {heat.rows.map(({ key, label, note = "" }, at) => (
          <g key={key}>
            <text x={0} y={y(at) + HIGH / 2 - 3} fontSize={13} fontWeight={600} fill={colour("ink-2")}>
              {label}
            </text>
            {small(note, { x: 0, y: y(at) + HIGH / 2 + 14 })}
          </g>
        ))}
        {heat.cells.map((cell) => {
          const column = heat.columns.findIndex(({ key }) => key === cell.column);
          const row = heat.rows.findIndex(({ key }) => key === cell.row);
          const middle = {
            x: x(column) + WIDE / 2,
            textAnchor: "middle" as const,
            fill: colour(`heat-${cell.level}-ink`),
          };
          return (
            <g key={`${cell.row}/${cell.column}`}>
              <rect x={x(column)} y={y(row)} width={WIDE} height={HIGH} rx={8} fill={colour(`heat-${cell.level}`)} />
              <text {...middle} y={y(row) + HIGH / 2 + (cell.note ? -2 : 5)} fontSize={14} fontWeight={700}>
                {formatCount(cell.value, heat.unit)}
              </text>
              {cell.note ? (
                <text {...middle} y={y(row) + HIGH / 2 + 16} fontSize={11}>
                  {cell.note}
                </text>
              ) : null}
            </g>
          );
        })}
        {legend ? (
          <>
            <text x={0} y={ends + 13} fontSize={12} fill={colour("ink-2")}>
              {legend.title}
            </text>
            {legend.levels.map((label, at) => (
              <g key={label}>
                <rect x={SIDE + at * 48} y={ends - 2} width={44} height={20} rx={6} fill={colour(`heat-${at + 1}`)} />
                <text
                  x={SIDE + at * 48 + 22}
                  y={ends + 13}
                  fontSize={12}
                  textAnchor="middle"
                  fill={colour(`heat-${at + 1}-ink`)}
                >
                  {label}
                </text>
              </g>
            ))}
          </>
        ) : null}
      </>
    ),
  };
}
