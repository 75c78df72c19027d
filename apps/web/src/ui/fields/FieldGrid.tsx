import type { ReactNode } from "react";
import styles from "./fields.module.css";

/** Fields two beside each other, one beneath the other where the window is narrow. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
}

/** A field over the grid's whole width. */
export function WideField({ children }: { children: ReactNode }) {
  return <div className={styles.wide}>{children}</div>;
}
