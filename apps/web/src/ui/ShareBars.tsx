import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, type Unit } from "./format.ts";
import { RowAnchor } from "./RowAnchor.tsx";
import styles from "./ShareBars.module.css";

export type ShareBar = {
  key: string | number;
  label: string;
  /** In small beneath the label. */
  note?: string;
  value: number;
  /** Opens what is counted; left out where there is nothing to open. */
  link?: { href: string; open: () => void };
  tone?: "main" | "quiet";
  /** What can be done with it, after its figures. */
  action?: ReactNode;
};

type ShareBarsProps = {
  label: string;
  bars: ShareBar[];
  unit: Unit;
  /** What 100 % is. */
  whole: number;
};

/** How a whole is divided: a bar from zero, the figure and its share for each part. */
export function ShareBars({ label, bars, unit, whole }: ShareBarsProps) {
  const { t } = useTranslation("ui");
  const acts = bars.some((bar) => bar.action);
  return (
    <ul className={styles.bars} aria-label={label} data-acts={acts || undefined}>
      {bars.map((bar) => {
        const share = whole === 0 ? 0 : (bar.value / whole) * 100;
        return (
          <li key={bar.key} data-tone={bar.tone ?? "main"}>
            <span className={styles.label}>
              {bar.link ? (
                <RowAnchor href={bar.link.href} open={bar.link.open}>
                  {bar.label}
                </RowAnchor>
              ) : (
                <span>{bar.label}</span>
              )}
              {bar.note ? <small>{bar.note}</small> : null}
            </span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.bar} style={{ width: `${share}%` }} />
            </span>
            <span className={`num ${styles.value}`}>{formatCount(bar.value, unit)}</span>
            <span className={`num ${styles.share}`}>{t("percent", { n: share.toFixed(1) })}</span>
            {acts ? <span className={styles.action}>{bar.action}</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
