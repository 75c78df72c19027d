import type { ReactNode } from "react";
import styles from "./Card.module.css";

/** Cards one beneath the other. */
export function Cards({ children }: { children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>;
}
