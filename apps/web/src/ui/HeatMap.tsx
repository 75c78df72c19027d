import { formatNumber } from "./format.ts";
import styles from "./HeatMap.module.css";

export type HeatCell = {
  row: number;
  column: number;
  value: number;
  /** 0 (nothing) to 5 (strongest); what it stands for is said in `title` of the map. */
  level: 0 | 1 | 2 | 3 | 4 | 5;
  /** Under the figure, in small. */
  note?: string;
};

type HeatMapProps = {
  caption: string;
  rowTitle: string;
  columnTitle: string;
  /** Top to bottom. */
  rows: { key: number; label: string }[];
  /** Left to right. */
  columns: { key: number; label: string }[];
  cells: HeatCell[];
  unit: string;
  onCell?: (cell: HeatCell) => void;
};

/** A grid of counts coloured by level, as a table that reads aloud. A cell opens what it counts. */
export function HeatMap({ caption, rowTitle, columnTitle, rows, columns, cells, unit, onCell }: HeatMapProps) {
  const at = new Map(cells.map((cell) => [`${cell.row}/${cell.column}`, cell]));
  return (
    <div className={styles.frame}>
      <table className={styles.map}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th className={styles.corner} scope="col">
              {rowTitle} ＼ {columnTitle}
            </th>
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              {columns.map((column) => {
                const cell = at.get(`${row.key}/${column.key}`) ?? {
                  row: row.key,
                  column: column.key,
                  value: 0,
                  level: 0 as const,
                };
                const words = (
                  <>
                    <span className={styles.value}>
                      {formatNumber(cell.value)}
                      {unit}
                    </span>
                    {cell.note ? <span className={styles.note}>{cell.note}</span> : null}
                  </>
                );
                return (
                  <td key={column.key} data-level={cell.level}>
                    {onCell && cell.value > 0 ? (
                      <button type="button" onClick={() => onCell(cell)}>
                        {words}
                      </button>
                    ) : (
                      <span>{words}</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
