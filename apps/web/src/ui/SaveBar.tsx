import { Button } from "@mantine/core";
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
  if (changes.length === 0) return null;
  return (
    <section className={styles.bar} aria-label={t("save.bar")}>
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
