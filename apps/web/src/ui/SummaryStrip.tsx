import type { ReactNode } from "react";
import styles from "./SummaryStrip.module.css";

export type SummaryItem = { label: string; value: ReactNode; note?: ReactNode };

/** The figures of a detail page that one looks for first, in one row. */
export function SummaryStrip({ items }: { items: SummaryItem[] }) {
  return (
    <dl className={styles.strip}>
      {items.map((item) => (
        <div key={item.label} className={styles.item}>
          <dt>{item.label}</dt>
          <dd>
            <span className={styles.value}>{item.value}</span>
            {item.note ? <span className={styles.note}>{item.note}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Facts of a record as label and value, one or two columns. */
export function KeyValueList({ items, columns = 1 }: { items: SummaryItem[]; columns?: 1 | 2 }) {
  return (
    <dl className={styles.facts} data-columns={columns}>
      {items.map((item) => (
        <div key={item.label}>
          <dt>{item.label}</dt>
          <dd>
            {item.value}
            {item.note ? <span className={styles.note}>{item.note}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
