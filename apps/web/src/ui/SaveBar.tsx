import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import styles from "./SaveBar.module.css";

type SaveBarProps = {
  /** Labels of the changed fields; the bar is there only when there are some. */
  changes: string[];
  onSave: () => void;
  onDiscard: () => void;
  saving?: boolean;
  /** A verb, when "保存する" is not what happens. */
  saveLabel?: string;
};

/** Sticks to the bottom while something is unsaved, and says what. */
export function SaveBar({ changes, onSave, onDiscard, saving = false, saveLabel }: SaveBarProps) {
  const { t } = useTranslation("ui");
  const bar = useRef<HTMLElement>(null);
  const shown = changes.length > 0;
  useEffect(() => (shown && bar.current ? keepClear(bar.current) : undefined), [shown]);
  if (!shown) return null;
  return (
    <section ref={bar} className={styles.bar} aria-label={t("save.bar")}>
      <span className={styles.words} role="status">
        {t("save.changed", { fields: changes.join(t("save.separator")) })}
      </span>
      <Button onClick={onDiscard} disabled={saving}>
        {t("save.discard")}
      </Button>
      <Button variant="filled" onClick={onSave} loading={saving}>
        {saveLabel ?? t("save.save")}
      </Button>
    </section>
  );
}

/**
 * Room for the bar at the end of what scrolls, however many rows its words need: a field that receives focus stays above it, and one
 * that has the focus while the bar comes or grows moves out from beneath.
 */
function keepClear(bar: HTMLElement): () => void {
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => {
    style.setProperty("--save-bar", `${bar.offsetHeight + 24}px`);
    document.activeElement?.scrollIntoView({ block: "nearest" });
  });
  watch.observe(bar);
  return () => {
    watch.disconnect();
    style.removeProperty("--save-bar");
  };
}
