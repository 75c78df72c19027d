import type { ReactNode } from "react";
import styles from "./DataTable.module.css";

/** `label`: where what is inside says nothing. */
type RowAnchorProps = { href: string; open: () => void; label?: string; children: ReactNode };

/** A real address, so that the row opens in a new tab too; a plain click stays inside the app. */
export function RowAnchor({ href, open, label, children }: RowAnchorProps) {
  return (
    <a
      className={styles.anchor}
      href={href}
      aria-label={label}
      onClick={(event) => {
        if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        event.stopPropagation();
        open();
      }}
    >
      {children}
    </a>
  );
}
