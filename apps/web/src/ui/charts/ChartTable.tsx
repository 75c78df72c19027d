import styles from "./Chart.module.css";
import type { ChartProps } from "./chart-props.ts";

/** The chart's numbers, exactly. */
export function ChartTable({ title, axis, points, series, format }: ChartProps) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{axis}</th>
            {series.map((one) => (
              <th key={one.key} scope="col">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.label}>
              <th scope="row">{point.label}</th>
              {series.map((one) => (
                <td key={one.key}>{(one.format ?? format)(Number(point[one.key] ?? 0))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
