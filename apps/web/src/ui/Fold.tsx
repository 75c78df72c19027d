import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import styles from "./Fold.module.css";

type FoldProps = {
  title: string;
  /** How it stands, in words: read without opening it. */
  says: string;
  /** A field in it is wrong or missing: it stands open. */
  wrong: boolean;
  children: ReactNode;
};

/** Fields that most people leave as they are: one row that says how they stand, and opens in its place. */
export function Fold({ title, says, wrong, children }: FoldProps) {
  const id = useId();
  const [opened, setOpened] = useState(wrong);
  if (wrong && !opened) setOpened(true);
  return (
    <div className={styles.fold}>
      <button type="button" aria-expanded={opened} aria-controls={id} onClick={() => setOpened(!opened)}>
        {title}
        <span>{says}</span>
        <IconChevronDown size={16} aria-hidden />
      </button>
      {opened ? (
        <div id={id} className={styles.inside}>
          {children}
        </div>
      ) : null}
    </div>
  );
}
