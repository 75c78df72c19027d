import type { ReactNode } from "react";
import styles from "./Tag.module.css";

export type TagKind = "success" | "warning" | "danger" | "info" | "gold" | "silver" | "neutral" | "kaki";

/** A small coloured word for a state. The word alone says it; colour only helps. */
export function Tag({ kind = "neutral", children }: { kind?: TagKind; children: ReactNode }) {
  return (
    <span className={styles.tag} data-kind={kind}>
      {children}
    </span>
  );
}
