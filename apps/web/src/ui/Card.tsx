import { type ReactNode, useId } from "react";
import styles from "./Card.module.css";

type CardProps = {
  title?: ReactNode;
  /** A control before the title. */
  lead?: ReactNode;
  /** A quiet figure or word beside the title. */
  note?: ReactNode;
  /** Actions at the title's right. */
  aside?: ReactNode;
  /** `flush` lets a table or list reach the card's edges. */
  flush?: boolean;
  children: ReactNode;
};

/** White, thin warm border, no shadow. */
export function Card({ title, lead, note, aside, flush = false, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} {...(title ? { "aria-labelledby": id } : {})}>
      {title || aside ? (
        <header className={styles.head}>
          {lead}
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {note ? <span className={styles.note}>{note}</span> : null}
          {aside ? <div className={styles.aside}>{aside}</div> : null}
        </header>
      ) : null}
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
