import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "./format.ts";
import styles from "./StatTile.module.css";

type StatTileProps = {
  label: string;
  value: ReactNode;
  /** A tag beside the figure: what changed. */
  note?: ReactNode;
  /** Oldest first; drawn as a line without axes. */
  trend?: number[];
};

/** One figure that matters, with where it came from. */
export function StatTile({ label, value, note, trend }: StatTileProps) {
  return (
    <div className={styles.tile}>
      <span className={styles.label}>{label}</span>
      <div className={styles.line}>
        <span className={styles.value}>{value}</span>
        {note}
      </div>
      {trend && trend.length > 1 ? <Sparkline values={trend} /> : null}
    </div>
  );
}

/** The points of a sparkline in a box of 100 × 24, the smallest value at the bottom. */
export function sparklinePoints(values: number[]): string {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  return values
    .map(
      (value, index) =>
        `${((index / (values.length - 1)) * 100).toFixed(2)},${(23 - ((value - low) / span) * 22).toFixed(2)}`,
    )
    .join(" ");
}

function Sparkline({ values }: { values: number[] }) {
  const { t } = useTranslation("ui");
  const label = t("chart.trend", { values: values.map(formatNumber).join(" → ") });
  return (
    <svg className={styles.spark} viewBox="0 0 100 24" preserveAspectRatio="none" role="img" aria-label={label}>
      <polyline points={sparklinePoints(values)} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
