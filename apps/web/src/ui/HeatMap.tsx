import type { ReactNode } from "react";
import { formatCount, type Unit } from "./format.ts";
import styles from "./HeatMap.module.css";
import { RowAnchor } from "./RowAnchor.tsx";

export type HeatCell = {
  row: number;
  column: number;
  value: number;
  /** 0 (nothing) to 5 (strongest); what it stands for is said in `title` of the map. */
  level: 0 | 1 | 2 | 3 | 4 | 5;
  /** Under the figure, in small. */
  note?: string;
};

/** A row or column; `note` says in small what it stands for. */
type HeatLine = { key: number; label: string; note?: string };

/** What the map shows, on a page and in a file. */
export type HeatMapShown = {
  rowTitle: string;
  columnTitle: string;
  /** Top to bottom. */
  rows: HeatLine[];
  /** Left to right. */
  columns: HeatLine[];
  cells: HeatCell[];
  unit: Unit;
  /** What the five colours stand for, weakest first. */
  legend?: { title: string; levels: [string, string, string, string, string] };
};

type HeatMapProps = HeatMapShown & {
  caption: string;
  onCell?: (cell: HeatCell) => void;
  /** The cell's address, so that it opens in a new tab too; together with `onCell`. */
  cellHref?: (cell: HeatCell) => string;
  /** What else can be done with a cell, in its corner. */
  cellAction?: (cell: HeatCell) => ReactNode;
};

/** A grid of counts coloured by level, as a table that reads aloud. A cell opens what it counts. */
export function HeatMap({
  caption,
  rowTitle,
  columnTitle,
  rows,
  columns,
  cells,
  unit,
  onCell,
  cellHref,
  cellAction,
  legend,
}: HeatMapProps) {
  const at = new Map(cells.map((cell) => [`${cell.row}/${cell.column}`, cell]));
  return (
    <div className={styles.frame}>
      <table className={styles.map}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th className={styles.corner} scope="col">
              <span>{columnTitle} →</span>
              <span>{rowTitle} ↓</span>
            </th>
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {column.label}
                {column.note ? <small>{column.note}</small> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                {row.label}
                {row.note ? <small>{row.note}</small> : null}
              </th>
              {columns.map((column) => {
                const cell = at.get(`${row.key}/${column.key}`) ?? {
                  row: row.key,
                  column: column.key,
                  value: 0,
                  level: 0 as const,
                };
                const words = (
                  <>
                    <span className={styles.value}>{formatCount(cell.value, unit)}</span>
                    {cell.note ? <span className={styles.note}>{cell.note}</span> : null}
                  </>
                );
                return (
                  <td key={column.key} data-level={cell.level}>
                    <Opener cell={cell} onCell={onCell} cellHref={cellHref}>
                      {words}
                    </Opener>
                    {cellAction ? <div className={styles.action}>{cellAction(cell)}</div> : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {legend ? (
        <dl className={styles.legend}>
          <dt>{legend.title}</dt>
          {legend.levels.map((label, index) => (
            <dd key={label} data-level={index + 1}>
              {label}
            </dd>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

type OpenerProps = {
  cell: HeatCell;
  onCell: HeatMapProps["onCell"] | undefined;
  cellHref: HeatMapProps["cellHref"] | undefined;
  children: ReactNode;
};

/** An empty cell opens nothing; one with an address is a link, otherwise a button. */
function Opener({ cell, onCell, cellHref, children }: OpenerProps) {
  if (!onCell || cell.value === 0) return <span>{children}</span>;
  if (cellHref) {
    return (
      <RowAnchor href={cellHref(cell)} open={() => onCell(cell)}>
        {children}
      </RowAnchor>
    );
  }
  return (
    <button type="button" onClick={() => onCell(cell)}>
      {children}
    </button>
  );
}
