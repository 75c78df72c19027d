import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

/** One sentence that says what to do, and one action. */
export function EmptyState({ sentence, action, icon }: { sentence: string; action?: ReactNode; icon?: ReactNode }) {
  return (
    <div className={styles.empty}>
      {icon ? <div className={styles.icon}>{icon}</div> : null}
      <p className={styles.sentence}>{sentence}</p>
      {action}
    </div>
  );
}
