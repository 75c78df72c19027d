import styles from "./PendingPage.module.css";

/** A skeleton while a page's code or first data loads: the outline of a page, so that nothing jumps later. */
export function PendingPage() {
  return (
    <div className={styles.page} aria-hidden="true">
      <span className={styles.title} />
      <span className={styles.line} />
      <span className={styles.card} />
    </div>
  );
}
