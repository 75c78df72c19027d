import styles from "./PendingPage.module.css";

/** While a page's code or first data is on its way: the outline of a page, nothing that jumps later. */
export function PendingPage() {
  return (
    <div className={styles.page} aria-hidden="true">
      <span className={styles.title} />
      <span className={styles.line} />
      <span className={styles.card} />
    </div>
  );
}
