import type { ReactNode } from "react";
import styles from "./NoticeList.module.css";

/** So many are named: a notice is read in passing. */
const SHOWN = 5;

type NoticeListProps = {
  title: string;
  text?: string;
  lines: { key: string | number; line: ReactNode }[];
  /** Of all, where the server names only the first. */
  total?: number;
  /** How many are not named; left out where it does not matter. */
  more?: (count: number) => string;
  /** What stands below. */
  note?: string;
  /** Something is wrong now: screen readers announce it at once. */
  alarm?: boolean;
};

/** What needs somebody's attention, above a page: a few lines are named, the rest is counted. */
export function NoticeList({ title, text, lines, total = lines.length, more, note, alarm = false }: NoticeListProps) {
  return (
    <section className={styles.notice} {...(alarm ? { role: "alert" } : {})}>
      <strong>{title}</strong>
      {text === undefined ? null : <p>{text}</p>}
      {lines.length === 0 ? null : (
        <ul>
          {lines.slice(0, SHOWN).map(({ key, line }) => (
            <li key={key}>{line}</li>
          ))}
        </ul>
      )}
      {more && total > SHOWN ? <p>{more(total - SHOWN)}</p> : null}
      {note === undefined ? null : <p>{note}</p>}
    </section>
  );
}
