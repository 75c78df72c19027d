import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DateText } from "../../ui/values.tsx";
import styles from "./UnsavedDraftOffer.module.css";
import type { UnsavedDraft } from "./unsaved-drafts.ts";

/** Above a form whose last edit was cut off by the end of the session. */
export function UnsavedDraftOffer({
  unsavedDraft,
  onRestore,
}: {
  unsavedDraft: UnsavedDraft | undefined;
  onRestore?: () => void;
}) {
  const { t } = useTranslation("shell");
  if (unsavedDraft === undefined) return null;
  return (
    <section className={styles.offer} aria-label={t("unsaved.label")}>
      <p>
        {t("unsaved.found")} <DateText value={unsavedDraft.at} withTime />
      </p>
      <Button
        variant="filled"
        onClick={() => {
          unsavedDraft.restore();
          onRestore?.();
        }}
      >
        {t("unsaved.restore")}
      </Button>
      <Button onClick={unsavedDraft.discard}>{t("unsaved.discard")}</Button>
    </section>
  );
}
