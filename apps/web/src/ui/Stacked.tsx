import type { ReactNode } from "react";
import styles from "./Stacked.module.css";

/** A value with its caption beneath: a name and its kana, a date and its place. */
export function Stacked({ main, sub }: { main: ReactNode; sub?: ReactNode }) {
  return (
    <span className={styles.stacked}>
      <span>{main}</span>
      {sub ? <small>{sub}</small> : null}
    </span>
  );
}
