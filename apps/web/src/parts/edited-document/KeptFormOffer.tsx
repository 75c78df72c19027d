import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DateText } from "../../ui/values.tsx";
import styles from "./KeptFormOffer.module.css";
import type { KeptForm } from "./kept-forms.ts";

/** Above a form whose last edit was cut off by the end of the session. */
export function KeptFormOffer({ unsavedDraft, onRestore }: { unsavedDraft: KeptForm | undefined; onRestore?: () => void }) {
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
