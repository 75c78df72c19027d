import type { ReactNode } from "react";
import styles from "./fields.module.css";

/** Labels with their values, one below the other. */
export function Facts({ of }: { of: readonly (readonly ReactNode[])[] }) {
  return (
    <dl className={styles.facts}>
      {of.map(([label, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one dialog do not move
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
